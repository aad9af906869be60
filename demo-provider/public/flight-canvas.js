import { byId, prefersReducedMotion } from './game-page.js';

/** How long the flyer takes to its place at the upper right, where it stays while the stars move. */
const climbMs = 7000;
const starCount = 46;
const stars = Array.from({ length: starCount }, (_, index) => ({
  x: (index * 0.618034) % 1,
  y: (index * 0.754878) % 1,
  depth: 0.35 + ((index * 37) % 100) / 150,
}));

/** Draws a flight: the curve, the moving stars and the flyer at the curve's head. */
export function createFlightCanvas() {
  const canvas = byId('sky');
  const flyer = byId('flyer');
  const context = canvas.getContext('2d');
  const glow = window.getComputedStyle(canvas).getPropertyValue('--accent');
  let size = { width: 0, height: 0 };
  let shown = { elapsedMs: 0, isUp: false };

  /** The curve's head, in fractions of the canvas. */
  function headAt(elapsedMs) {
    const climbed = Math.min(1, elapsedMs / climbMs);
    return { x: 0.06 + 0.7 * (1 - (1 - climbed) ** 1.6), y: 0.9 - 0.44 * climbed ** 1.6 };
  }

  function drawStars(elapsedMs) {
    const travelled = prefersReducedMotion.matches ? 0 : (elapsedMs / 1000) ** 1.5 * 0.05;
    context.fillStyle = '#fff';
    for (const star of stars) {
      const x = (((star.x - travelled * star.depth) % 1) + 1) % 1;
      const y = (star.y + travelled * star.depth * 0.6) % 1;
      const streak = Math.min(26, 2 + travelled * 9 * star.depth);
      context.globalAlpha = 0.2 + 0.45 * star.depth;
      context.fillRect(x * size.width, y * size.height, streak, 1.6 * star.depth + 0.6);
    }
    context.globalAlpha = 1;
  }

  function drawCurve(head) {
    const [x, y] = [head.x * size.width, head.y * size.height];
    const [fromX, fromY] = [0.02 * size.width, 0.94 * size.height];
    const trace = () => {
      context.beginPath();
      context.moveTo(fromX, fromY);
      context.quadraticCurveTo(fromX + (x - fromX) * 0.62, fromY, x, y);
    };
    trace();
    context.lineTo(x, fromY);
    context.closePath();
    context.globalAlpha = 0.22;
    context.fillStyle = glow;
    context.fill();
    context.globalAlpha = 1;
    trace();
    context.strokeStyle = glow;
    context.lineWidth = 5;
    context.lineCap = 'round';
    context.stroke();
  }

  function draw(elapsedMs, isUp) {
    shown = { elapsedMs, isUp };
    context.clearRect(0, 0, size.width, size.height);
    drawStars(elapsedMs);
    const head = headAt(elapsedMs);
    if (isUp) drawCurve(head);
    const sway = isUp && !prefersReducedMotion.matches ? Math.sin(elapsedMs / 260) * 3 : 0;
    const half = flyer.clientWidth / 2;
    const left = head.x * size.width - half * 0.7;
    const top = head.y * size.height - half * 1.3 + sway;
    flyer.style.transform = `translate(${left}px, ${top}px) rotate(${isUp ? 12 + sway : 0}deg)`;
  }

  new window.ResizeObserver(() => {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    size = { width: canvas.clientWidth, height: canvas.clientHeight };
    canvas.width = size.width * ratio;
    canvas.height = size.height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(shown.elapsedMs, shown.isUp);
  }).observe(canvas);

  return { draw, setCrashed: (isCrashed) => flyer.classList.toggle('is-crashed', isCrashed) };
}
