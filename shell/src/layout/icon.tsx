import styles from './layout.module.css';

/** Strokes on a grid of 24 units. */
const PATHS = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  people:
    'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20c.5-4 3-6 6.500-6s6 2 6.500 6' +
    'M16 4.500a3.500 3.500 0 010 6.500M18 14.500c2 .8 3.200 2.800 3.500 5.500',
  chart: 'M4 4v16h16M8.500 16v-4M13 16V8M17.500 16v-6',
  exchange: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  clock: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5l3.500 2',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h11M19 12h1M17 10v4',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l4 4',
  refresh: 'M20 11a8 8 0 10-2 6M20 5v6h-6',
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
} as const;

export const Icon = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
