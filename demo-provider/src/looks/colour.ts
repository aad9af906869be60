type Channels = [number, number, number];

function toChannels(hex: string): Channels {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Channels;
}

function toHsl([r, g, b]: Channels): Channels {
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
  const spread = high - low;
  const lightness = (high + low) / 2;
  if (spread === 0) return [0, 0, lightness];
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const hue = high === r ? (g - b) / spread : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return [(hue * 60 + 360) % 360, saturation, lightness];
}

function toHex([hue, saturation, lightness]: Channels): string {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

export function rotateHue(hex: string, degrees: number, brightness = 1): string {
  const [hue, saturation, lightness] = toHsl(toChannels(hex));
  return toHex([(hue + degrees + 360) % 360, saturation, Math.min(1, lightness * brightness)]);
}
