import type { ReportDay } from '@palier/shared/contracts';
import { formatShortPeriod } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';
import { chartLayout, HEIGHT, WIDTH } from './daily-chart.layout';
import styles from './daily-chart.module.css';
import { messages } from './report.messages';

interface DailyChartProps {
  readonly days: readonly ReportDay[];
  readonly label: string;
}

/**
 * In and Out are full and hollow bars, Net is a line: they differ by shape. The texts are outside the
 * drawing, which is stretched.
 */
export function DailyChart({ days, label }: DailyChartProps) {
  const { bars, netPath, zeroY, ticks } = chartLayout(days);
  const labels = [days[0], days.length > 2 ? days[Math.floor(days.length / 2)] : undefined, days.at(-1)];
  return (
    <figure className={styles.figure}>
      <ul className={styles.legend} aria-hidden="true">
        <li data-series="in">{messages.in}</li>
        <li data-series="out">{messages.out}</li>
        <li data-series="net">{messages.net}</li>
      </ul>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          {ticks.map(({ value, y }) => (
            <span key={value} style={{ top: `${(y / HEIGHT) * 100}%` }}>
              {formatAmount(value)}
            </span>
          ))}
        </div>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {ticks.map(({ value, y }) => (
            <path key={value} className={styles.grid} d={`M0 ${y}H${WIDTH}`} />
          ))}
          {bars.map(({ day, slot, income, outgo }) => (
            <g key={day.date}>
              <rect className={styles.in} {...income} />
              <rect className={styles.out} {...outgo} />
              <rect className={styles.slot} {...slot}>
                <title>{messages.dayFigures(day)}</title>
              </rect>
            </g>
          ))}
          <path className={styles.zero} d={`M0 ${zeroY}H${WIDTH}`} />
          <path className={styles.net} d={netPath} />
        </svg>
        <div className={styles.dates} aria-hidden="true">
          {labels.map(
            (day, index) =>
              day !== undefined &&
              (index < 2 || days.length > 1) && (
                <span key={index}>{formatShortPeriod({ from: day.date, to: day.date })}</span>
              ),
          )}
        </div>
      </div>
    </figure>
  );
}
