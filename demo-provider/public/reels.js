import { prefersReducedMotion } from './game-page.js';
import { html, show as showMarkup } from './markup.js';

const fillerCount = 11;
const landMs = 480;
const landStepMs = 100;
const loopMs = 420;

/** A symbol's drawing, hidden from screen readers unless it has a name. */
export function symbolMarkup(key, name) {
  const access = name === undefined ? html`aria-hidden="true"` : html`role="img" aria-label="${name}"`;
  return html`<svg class="symbol" viewBox="0 0 100 100" ${access}><use href="#s-${key}" /></svg>`;
}

const cellMarkup = (key) => html`<div class="cell" data-symbol="${key}">${symbolMarkup(key)}</div>`;

/** The steps of a track that runs down over all but its last three of `count` symbols. */
const travel = (count) => [
  { transform: `translateY(-${((count - 3) / count) * 100}%)` },
  { transform: 'translateY(0)' },
];

const draw = (track, keys) => showMarkup(track, html`${keys.map(cellMarkup)}`);

function appendTrack(root) {
  const reel = document.createElement('div');
  reel.className = 'reel';
  const track = document.createElement('div');
  track.className = 'track';
  reel.append(track);
  root.append(reel);
  return track;
}

/** Symbols of a strip from a place drawn by chance, which pass while the reel runs. */
function fillersOf(strip) {
  const from = Math.floor(Math.random() * strip.length);
  return Array.from({ length: fillerCount }, (_, index) => strip[(from + index) % strip.length]);
}

function drawWinLine(rows) {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  path.setAttribute('points', rows.map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`).join(' '));
  return path;
}

export function createReels(root, linesRoot, strips) {
  const tracks = strips.map(() => appendTrack(root));
  let grid = strips.map((strip, reel) => strip.slice(reel * 3, reel * 3 + 3));
  let loops = [];

  function clearWins() {
    root.classList.remove('has-win');
    linesRoot.replaceChildren();
  }

  function show(nextGrid) {
    grid = nextGrid;
    tracks.forEach((track, reel) => draw(track, grid[reel]));
  }

  function cancelLoops() {
    loops.forEach((loop) => loop.cancel());
    loops = [];
  }

  /** Runs a reel from the symbols it shows to `target`. */
  function run(reel, target, timing) {
    const keys = [...target, ...fillersOf(strips[reel]), ...grid[reel]];
    draw(tracks[reel], keys);
    return tracks[reel].animate(travel(keys.length), timing);
  }

  return {
    show(nextGrid) {
      clearWins();
      show(nextGrid);
    },

    current: () => grid,

    /** Spins until `land`, `show` or `stop` is called. */
    spin() {
      clearWins();
      if (prefersReducedMotion.matches) return;
      const timing = { duration: loopMs, iterations: Infinity };
      loops = grid.map((shown, reel) => run(reel, shown, timing));
    },

    stop() {
      cancelLoops();
      show(grid);
    },

    /** Stops the reels on a grid from left to right, calling `onReel` for each. */
    async land(nextGrid, onReel) {
      clearWins();
      cancelLoops();
      if (prefersReducedMotion.matches) {
        show(nextGrid);
        await new Promise((resolve) => setTimeout(resolve, 250));
        return;
      }
      const landings = nextGrid.map(async (target, reel) => {
        const timing = { duration: landMs + reel * landStepMs, easing: 'cubic-bezier(.2,.6,.3,1)' };
        await run(reel, target, timing).finished;
        onReel(reel);
      });
      await Promise.all(landings);
      show(nextGrid);
    },

    markWins(spin, payLines) {
      const cells = tracks.map((track) => [...track.children]);
      for (const { line, count } of spin.lines) {
        const rows = payLines[line];
        rows.slice(0, count).forEach((row, reel) => cells[reel][row].classList.add('is-win'));
        linesRoot.append(drawWinLine(rows));
      }
      if (spin.scatterCount >= 3)
        cells.flat().forEach((cell) => cell.dataset.symbol === 'S' && cell.classList.add('is-win'));
      root.classList.toggle('has-win', spin.lines.length > 0 || spin.scatterCount >= 3);
    },
  };
}
