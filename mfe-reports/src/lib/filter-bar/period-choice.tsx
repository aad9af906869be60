import { usePlatformDay } from '@palier/shared/dates';
import { Button, Field } from '@palier/shared/ui';
import { periodFault, presetOf, PRESETS, type Period } from '../period-form/period.rules';
import { useDraft } from '../use-draft';
import styles from './period-choice.module.css';

const messages = { periods: 'Période', from: 'Du', to: 'Au' };

interface PeriodChoiceProps {
  /** Empty texts where no period is chosen. */
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
  /** After one of the usual periods was chosen. */
  readonly onPreset?: () => void;
  /** Whether a period may have no start or no end. */
  readonly isOpen?: boolean;
}

/** The usual periods and two dates. A choice applies at once; a date does when the period is complete. */
export function PeriodChoice({ period, onChoose, onPreset, isOpen = false }: PeriodChoiceProps) {
  const today = usePlatformDay();
  const [draft, setDraft] = useDraft(period);

  function choose(wanted: Period): void {
    setDraft(wanted);
    if (periodFault(wanted, isOpen) === null) onChoose(wanted);
  }

  const fault = periodFault(draft, isOpen);
  const faultOf = (field: keyof Period): string | null => (fault?.field === field ? fault.text : null);

  return (
    <div className={styles.choice}>
      <div className={styles.presets} role="group" aria-label={messages.periods}>
        {PRESETS.map(({ id, label, periodAt }) => {
          // One, also on a Sunday, when this week is the last seven days.
          const isPressed = id === presetOf(period, today)?.id;
          return (
            <Button
              key={id}
              tone="quiet"
              isSmall
              aria-pressed={isPressed}
              onClick={() => {
                choose(isPressed && isOpen ? { from: '', to: '' } : periodAt(today));
                onPreset?.();
              }}
            >
              {label}
            </Button>
          );
        })}
      </div>
      <div className={styles.dates}>
        <Field
          label={messages.from}
          type="date"
          fault={faultOf('from')}
          value={draft.from}
          onChange={(event) => choose({ ...draft, from: event.target.value })}
        />
        <Field
          label={messages.to}
          type="date"
          fault={faultOf('to')}
          value={draft.to}
          onChange={(event) => choose({ ...draft, to: event.target.value })}
        />
      </div>
    </div>
  );
}
