// The line to the table: a WebSocket that comes back by itself, within a second after sleep or a lost network.

const FIRST = 120, LAST = 900, PATIENCE = 800;
const SHUT_OUT = [4403, 4410]; // banned, or the table was closed: the page says why when it is loaded again

/** `heard(message)` gets every message; `standing(up)` is told when the line breaks and when it is there again. */
export function openLine(url, heard, standing) {
  let socket = null, delay = FIRST, again = 0, doubt = 0, last = Date.now(), closed = false;
  let early = [];  // what was sent before the line was open for the first time

  const connect = () => {
    clearTimeout(again);
    if (closed || (socket && socket.readyState < WebSocket.CLOSING)) return;
    const mine = socket = new WebSocket(url());
    const late = setTimeout(() => mine.readyState === WebSocket.CONNECTING && mine.close(), 4000);
    mine.onopen = () => {
      clearTimeout(late);
      delay = FIRST;
      standing(true);
      for (const each of early ?? []) mine.send(each);
      early = null;
    };
    mine.onmessage = (event) => { clearTimeout(doubt); doubt = 0; heard(JSON.parse(event.data)); };
    mine.onclose = ({ code }) => { clearTimeout(late); if (SHUT_OUT.includes(code)) location.reload(); else if (mine === socket) lost(); };
  };
  const lost = () => {
    clearTimeout(doubt); doubt = 0;
    socket = null;
    if (closed) return;
    standing(false);
    clearTimeout(again);
    again = setTimeout(connect, delay);
    delay = Math.min(LAST, delay * 2);
  };
  /** Something suggests that the line may be dead: ask, and if nothing is heard soon, call anew. */
  const check = () => {
    if (!socket || socket.readyState !== WebSocket.OPEN) { delay = FIRST; connect(); return; }
    if (doubt) return;
    socket.send('{"do":"ping"}');
    doubt = setTimeout(() => { doubt = 0; const old = socket; socket = null; old?.close(); lost(); }, PATIENCE);
  };
  setInterval(() => {  // a gap in the beat means that the machine slept
    const gap = Date.now() - last;
    last = Date.now();
    if (gap > 5000) check();
  }, 1000);
  setInterval(() => { if (!document.hidden) check(); }, 20000);
  addEventListener("online", check);
  addEventListener("offline", () => { const old = socket; socket = null; old?.close(); lost(); });
  addEventListener("pageshow", check);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) check(); });
  addEventListener("pagehide", () => { closed = true; socket?.close(); });
  addEventListener("pageshow", () => { if (closed) { closed = false; connect(); } });
  connect();

  return {
    /** Call anew: the server looks again who is calling. */
    again() { const old = socket; socket = null; delay = FIRST; old?.close(); connect(); },
    send(message) {
      if (early) early.push(JSON.stringify(message));
      else if (socket?.readyState !== WebSocket.OPEN) return false;
      else socket.send(JSON.stringify(message));
      return true;
    },
  };
}
