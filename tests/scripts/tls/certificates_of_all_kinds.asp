# Certificates made during the test by the openssl command, each with one thing right or wrong, and the
# verdict of a client of `tls` and of one of https.
use "./lib/serving"
{ with_plain_server } = serving

room = fs.temp_dir ()
at = name -> path.join room name
run = words -> {
    ran = process.run_with { dir: room, } "openssl" words
    if ran.code != 0 { error "openssl {join " " words}: {ran.err}" }
}

# Keys are shared: the signed content matters, not which of our keys signed it.
for name in ["ca", "between", "leaf", "strange"] {
    run ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "{name}.key"]
}
extensions = list -> concat (map (x -> ["-addext", x]) list)
signed_by = authority -> if authority == "" { [] } else { ["-CA", "{authority}.pem", "-CAkey", "{authority}.key"] }
make = name key authority subject list ->
    run (concat [["req", "-x509", "-new", "-key", "{key}.key", "-subj", subject, "-days", "2", "-out", "{name}.pem"], signed_by authority, extensions list])

is_authority = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"]
is_leaf = ["basicConstraints=critical,CA:FALSE"]
make "ca" "ca" "" "/CN=authority" is_authority
make "strange" "strange" "" "/CN=stranger" is_authority
make "between" "between" "ca" "/CN=between" is_authority
fs.copy (at "between.key") (at "narrow.key")
make "narrow" "narrow" "ca" "/CN=narrow" (push "nameConstraints=critical,permitted;DNS:inside.test" is_authority)

# For dates other than today: `openssl req` makes certificates that are valid from now.
fs.write (at "ca.cnf") "[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\nprivate_key=ca.key\ncertificate=ca.pem\ndefault_md=sha256\npolicy=any\nunique_subject=no\n[any]\ncommonName=optional\n[ext]\nsubjectAltName=DNS:host.test\n"
fs.write (at "index.txt") ""
fs.write (at "serial") "01"
run ["req", "-new", "-key", "leaf.key", "-subj", "/CN=host.test", "-out", "leaf.csr"]
of_days = name from to ->
    run ["ca", "-batch", "-config", "ca.cnf", "-extensions", "ext", "-in", "leaf.csr", "-startdate", from, "-enddate", to, "-notext", "-out", "{name}.pem"]

# The verdict of a `tls` and an https client on a server with these certificates, asked for by this name.
key = fs.read (at "leaf.key")
text_of = names -> map (name -> fs.read (at "{name}.pem")) names |> join ""
code_of = f -> match try (f ()) {
    Ok x -> x
    Err (IoError e) -> e.code
}
ask = name certificates -> {
    answer = channel 1
    listener = tls.listen { certificate: text_of certificates, key } "127.0.0.1:0"
    serving = spawn {
        for _ in 0..2 {
            match net.accept listener {
                Some socket -> {
                    try (net.read_line socket)
                    try (net.write "HTTP/1.1 204 No\r\n\r\n" socket)
                    net.close socket
                }
                None -> ()
            }
        }
    }
    address = net.address listener
    socket = net.connect address
    plain = code_of (() -> {
        secret = tls.client { ca: text_of ["ca"], name } socket
        net.write "x\r\n" secret
        net.read_line secret
        "taken"
    })
    net.close socket
    https = code_of (() -> {
        http.request { url: "https://{name}:{split ":" address |> last}/", ca: text_of ["ca"], timeout: 20 }
        "taken"
    })
    net.close listener
    await serving
    (plain, https)
}
shown = what name certificates -> {
    plain, https = ask name certificates
    print "{what}: {plain}{if name == "127.0.0.1" or name == "localhost" { ", {https}" } else { "" }}"
}
leaf = what name authority subject list chain -> {
    make "made" "leaf" authority subject (concat [is_leaf, list])
    shown what name (concat [["made"], chain])
}

leaf "a name" "host.test" "ca" "/CN=x" ["subjectAltName=DNS:host.test"] []
# expect: a name: taken
leaf "one of several" "b.test" "ca" "/CN=x" ["subjectAltName=DNS:a.test,DNS:b.test"] []
# expect: one of several: taken
leaf "another name" "other.test" "ca" "/CN=x" ["subjectAltName=DNS:host.test"] []
# expect: another name: ECERTIFICATE
leaf "capitals" "HOST.test" "ca" "/CN=x" ["subjectAltName=DNS:host.TEST"] []
# expect: capitals: taken
leaf "this machine's name" "localhost" "ca" "/CN=x" ["subjectAltName=DNS:localhost"] []
# expect: this machine's name: taken, taken
leaf "only a common name" "localhost" "ca" "/CN=localhost" [] []
# expect: only a common name: ECERTIFICATE, ECERTIFICATE
leaf "a common name beside another" "localhost" "ca" "/CN=localhost" ["subjectAltName=DNS:host.test"] []
# expect: a common name beside another: ECERTIFICATE, ECERTIFICATE
leaf "a common name beside what names no host" "localhost" "ca" "/CN=localhost" ["subjectAltName=email:a@localhost"] []
# expect: a common name beside what names no host: ECERTIFICATE, ECERTIFICATE
leaf "an address" "127.0.0.1" "ca" "/CN=x" ["subjectAltName=IP:127.0.0.1"] []
# expect: an address: taken, taken
leaf "another address" "127.0.0.1" "ca" "/CN=x" ["subjectAltName=IP:127.0.0.2"] []
# expect: another address: ECERTIFICATE, ECERTIFICATE
leaf "an address as a name" "127.0.0.1" "ca" "/CN=127.0.0.1" ["subjectAltName=DNS:127.0.0.1"] []
# expect: an address as a name: ECERTIFICATE, ECERTIFICATE
leaf "only a common name that is an address" "127.0.0.1" "ca" "/CN=127.0.0.1" [] []
# expect: only a common name that is an address: ECERTIFICATE, ECERTIFICATE

for wildcard, name in [("*.host.test", "a.host.test"), ("*.host.test", "host.test"), ("*.host.test", "b.a.host.test"), ("a*.host.test", "ab.host.test"), ("*a.host.test", "ba.host.test"), ("a.*.test", "a.b.test"), ("*", "host"), ("*.*.test", "a.b.test"), ("*.test", "host.test")] {
    leaf "{wildcard} for {name}" name "ca" "/CN=x" ["subjectAltName=DNS:{wildcard}"] []
}
# expect: *.host.test for a.host.test: taken
# expect: *.host.test for host.test: ECERTIFICATE
# expect: *.host.test for b.a.host.test: ECERTIFICATE
# expect: a*.host.test for ab.host.test: ECERTIFICATE
# expect: *a.host.test for ba.host.test: ECERTIFICATE
# expect: a.*.test for a.b.test: ECERTIFICATE
# expect: * for host: ECERTIFICATE
# expect: *.*.test for a.b.test: ECERTIFICATE
# expect: *.test for host.test: ECERTIFICATE

of_days "expired" "20200101000000Z" "20200102000000Z"
shown "expired" "host.test" ["expired"]
# expect: expired: ECERTIFICATE
of_days "early" "20900101000000Z" "20900102000000Z"
shown "not valid yet" "host.test" ["early"]
# expect: not valid yet: ECERTIFICATE
leaf "signed by itself" "host.test" "" "/CN=host.test" ["subjectAltName=DNS:host.test"] []
# expect: signed by itself: ECERTIFICATE
leaf "by a stranger" "host.test" "strange" "/CN=x" ["subjectAltName=DNS:host.test"] ["strange"]
# expect: by a stranger: ECERTIFICATE
leaf "by one between" "host.test" "between" "/CN=x" ["subjectAltName=DNS:host.test"] ["between"]
# expect: by one between: taken
leaf "by one between that is not shown" "host.test" "between" "/CN=x" ["subjectAltName=DNS:host.test"] []
# expect: by one between that is not shown: ECERTIFICATE
fs.copy (at "leaf.key") (at "made.key")
make "made" "leaf" "ca" "/CN=no authority" ["basicConstraints=critical,CA:FALSE", "subjectAltName=DNS:host.test"]
make "under" "leaf" "made" "/CN=x" (push "subjectAltName=DNS:host.test" is_leaf)
shown "by one that is no authority" "host.test" ["under", "made"]
# expect: by one that is no authority: ECERTIFICATE
leaf "for clients" "host.test" "ca" "/CN=x" ["subjectAltName=DNS:host.test", "extendedKeyUsage=clientAuth"] []
# expect: for clients: ECERTIFICATE
leaf "for servers" "host.test" "ca" "/CN=x" ["subjectAltName=DNS:host.test", "extendedKeyUsage=serverAuth"] []
# expect: for servers: taken
leaf "within the constraints" "a.inside.test" "narrow" "/CN=x" ["subjectAltName=DNS:a.inside.test"] ["narrow"]
# expect: within the constraints: taken
leaf "past the constraints" "localhost" "narrow" "/CN=x" ["subjectAltName=DNS:localhost"] ["narrow"]
# expect: past the constraints: ECERTIFICATE, ECERTIFICATE
leaf "a common name past the constraints" "localhost" "narrow" "/CN=localhost" ["subjectAltName=DNS:a.inside.test"] ["narrow"]
# expect: a common name past the constraints: ECERTIFICATE, ECERTIFICATE

for name in [".host.test", ".test", "."] {
    socket = net.listen "127.0.0.1:0"
    print (match try (tls.client { name, } (net.connect (net.address socket))) { Err (ValueError e) -> split ": " e.message |> last, other -> other })
    net.close socket        # until here it is in use, and so no collection closes it
}
# expect: options has a name that no host can have
# expect: options has a name that no host can have
# expect: options has a name that no host can have
fs.remove_all room
