/** A small synthesizer, so that no sound file is downloaded. Off until the player turns it on. */
import { byId } from './game-page.js';

const key = 'palier-demo/sound';
let context;
let isOn = false;

/** A browser may refuse storage to a framed third-party page; the choice then lasts for this page only. */
function readChoice() {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}
function saveChoice() {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // See readChoice.
  }
}

function tone(frequency, { after = 0, lasts = 0.12, shape = 'triangle', volume = 0.12, slideTo } = {}) {
  if (!isOn) return;
  context ??= new AudioContext();
  // Safari stays 'interrupted' after a phone call or a screen lock until resume() is called.
  if (context.state !== 'running') void context.resume();
  const from = context.currentTime + after;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(frequency, from);
  if (slideTo) oscillator.frequency.exponentialRampToValueAtTime(slideTo, from + lasts);
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(volume, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + lasts + 0.02);
}

const winTones = [523, 659, 784, 1047, 1319, 1568];

export const sound = {
  start: () => tone(180, { lasts: 0.28, shape: 'sawtooth', volume: 0.04, slideTo: 420 }),
  thud: (step = 0) => tone(130 - step * 6, { lasts: 0.1, shape: 'square', volume: 0.06, slideTo: 70 }),
  tick: (height = 1) => tone(260 + 90 * height, { lasts: 0.05, shape: 'sine', volume: 0.05 }),
  /** `size` runs from 1, a small win, to 3. */
  win: (size = 1) =>
    winTones.slice(0, 2 + size).forEach((note, index) => tone(note, { after: index * 0.09, lasts: 0.22 })),
  bonus: () =>
    [392, 523, 659, 784, 659, 784, 1047].forEach((note, index) =>
      tone(note, { after: index * 0.1, lasts: 0.2 }),
    ),
  crash: () => tone(320, { lasts: 0.7, shape: 'sawtooth', volume: 0.1, slideTo: 40 }),
};

export function bindSound() {
  const button = byId('sound');
  const paint = () => button.setAttribute('aria-pressed', String(isOn));
  isOn = readChoice();
  paint();
  button.addEventListener('click', () => {
    isOn = !isOn;
    saveChoice();
    paint();
    sound.win(1);
  });
}
