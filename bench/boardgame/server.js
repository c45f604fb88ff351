// boardgame.io's own server, as its documentation starts it.
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game.js");

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => process.send("ready"));
process.on("message", () => process.send({ memory: process.memoryUsage().rss, cpu: process.cpuUsage() }));
