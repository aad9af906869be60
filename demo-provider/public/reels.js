import { prefersReducedMotion } from './game-page.js';

const fillerCount = 11;
const landMs = 480;
const landStepMs = 100;
const loopMs = 420;

/** A symbol's drawing, hidden from screen readers unless it has a name. */
export const symbolMarkup = (key, name) =>
  `<svg class="symbol" viewBox="0 0 100 100" ${name === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${name}"`}><use href="#s-${key}"/></svg>`;

const cellMarkup = (key) => `<div class="cell" data-symbol="${key}">${symbolMarkup(key)}</div>`;

export function createReels(root, linesRoot, strips) {
  const tracks = strips.map(() => {
    const reel = document.createElement('div');
    reel.className = 'reel';
    const track = document.createElement('div');
    track.className = 'track';
    reel.append(track);
    root.append(reel);
    return track;
  });
  let grid = strips.map((strip, reel) => strip.slice(reel * 3, reel * 3 + 3));
  let loops = [];

  const draw = (track, keys) => (track.innerHTML = keys.map(cellMarkup).join(''));
  const fillers = (reel) => {
    const strip = strips[reel];
    const from = Math.floor(Math.random() * strip.length);
    return Array.from({ length: fillerCount }, (_, index) => strip[(from + index) % strip.length]);
  };
  const travel = (count) => [
    { transform: `translateY(-${((count - 3) / count) * 100}%)` },
    { transform: 'translateY(0)' },
  ];

  function clearWins() {
    root.classList.remove('has-win');
    linesRoot.replaceChildren();
  }

  function show(nextGrid) {
    grid = nextGrid;
    tracks.forEach((track, reel) => draw(track, grid[reel]));
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
      loops = tracks.map((track, reel) => {
        const keys = [...grid[reel], ...fillers(reel), ...grid[reel]];
        draw(track, keys);
        return track.animate(travel(keys.length), { duration: loopMs, iterations: Infinity });
      });
    },

    stop() {
      loops.forEach((loop) => loop.cancel());
      loops = [];
      show(grid);
    },

    /** Stops the reels on a grid from left to right, calling `onReel` for each. */
    async land(nextGrid, onReel) {
      clearWins();
      loops.forEach((loop) => loop.cancel());
      loops = [];
      if (prefersReducedMotion.matches) {
        show(nextGrid);
        await new Promise((resolve) => setTimeout(resolve, 250));
        return;
      }
      const landings = tracks.map((track, reel) => {
        const keys = [...nextGrid[reel], ...fillers(reel), ...grid[reel]];
        draw(track, keys);
        return track
          .animate(travel(keys.length), {
            duration: landMs + reel * landStepMs,
            easing: 'cubic-bezier(.2,.6,.3,1)',
          })
          .finished.then(() => onReel(reel));
      });
      await Promise.all(landings);
      show(nextGrid);
    },

    markWins(spin, payLines) {
      const cells = tracks.map((track) => [...track.children]);
      for (const { line, count } of spin.lines) {
        const rows = payLines[line];
        rows.slice(0, count).forEach((row, reel) => cells[reel][row].classList.add('is-win'));
        const path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
        path.setAttribute(
          'points',
          rows.map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`).join(' '),
        );
        linesRoot.append(path);
      }
      if (spin.scatterCount >= 3)
        cells.flat().forEach((cell) => cell.dataset.symbol === 'S' && cell.classList.add('is-win'));
      root.classList.toggle('has-win', spin.lines.length > 0 || spin.scatterCount >= 3);
    },
  };
}
