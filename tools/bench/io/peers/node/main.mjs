// The rows of tools/bench/io in Node: main.mjs http|echo PORT, main.mjs files FOLDER, main.mjs ticks MILLISECONDS.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";

const [row, argument] = process.argv.slice(2);

async function readFiles(folder) {
  const names = readdirSync(folder);
  const begin = performance.now();
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).length));
  const bytes = sizes.reduce((a, b) => a + b, 0);
  console.log(`RESULT ms ${performance.now() - begin}\nRESULT bytes ${bytes}`);
}

function hearTicks(milliseconds) {
  const begin = performance.now();
  let heard = 0, left = 1000;
  for (let i = 0; i < 1000; i++) {
    const timer = setInterval(() => {
      heard++;
      if (performance.now() - begin < milliseconds) return;
      clearInterval(timer);
      if (--left === 0) console.log(`RESULT ms ${performance.now() - begin}\nRESULT ticks ${heard}`);
    }, 1);
  }
}

if (row === "http") {
  http.createServer((request, response) => response.end("hello, world\n")).listen(Number(argument), "127.0.0.1");
} else if (row === "echo") {
  net.createServer((socket) => socket.setNoDelay().pipe(socket)).listen(Number(argument), "127.0.0.1");
} else if (row === "ticks") {
  hearTicks(Number(argument));
} else {
  await readFiles(argument);
}
