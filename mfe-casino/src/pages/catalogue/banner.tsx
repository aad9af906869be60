import { useState } from 'react';
import styles from './catalogue.module.css';
import { useInView } from './in-view';

/** A banner loads when it is this far from the viewport (section 9 of docs/spec-coverage.md). */
const LAZY_MARGIN = '100px';

export function Banner({ address }: { readonly address: string }) {
  const { ref, isSeen } = useInView<HTMLDivElement>(LAZY_MARGIN);
  const [outcome, setOutcome] = useState<'shown' | 'failed'>();
  const hasFailed = outcome === 'failed' || address === '';
  return (
    <div
      ref={ref}
      className={styles.banner}
      data-state={hasFailed ? 'failed' : (outcome ?? (isSeen ? 'waiting' : 'far'))}
    >
      {hasFailed ? (
        <Placeholder />
      ) : (
        <img
          src={isSeen ? address : undefined}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={() => setOutcome('shown')}
          onError={() => setOutcome('failed')}
        />
      )}
    </div>
  );
}

const Placeholder = () => (
  <svg data-testid="banner-placeholder" className={styles.placeholder} viewBox="0 0 80 60" aria-hidden="true">
    <rect x="22" y="13" width="24" height="34" rx="4" transform="rotate(-10 34 30)" />
    <rect x="34" y="13" width="24" height="34" rx="4" transform="rotate(10 46 30)" />
    <path d="m46 23 5 7-5 7-5-7z" transform="rotate(10 46 30)" />
  </svg>
);
