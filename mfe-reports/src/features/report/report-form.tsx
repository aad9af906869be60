import { Button, Field } from '@palier/shared/ui';
import { messages } from './report.messages';
import styles from './report.module.css';
import { PRESETS, type Period } from './report.rules';

interface ReportFormProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  readonly onShow: (period: Period) => void;
}

export const ReportForm = ({ period, onChange, onShow }: ReportFormProps) => (
  <form
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault();
      onShow(period);
    }}
  >
    <Field
      label={messages.from}
      type="date"
      required
      value={period.from}
      onChange={(event) => onChange({ ...period, from: event.target.value })}
    />
    <Field
      label={messages.to}
      type="date"
      required
      value={period.to}
      onChange={(event) => onChange({ ...period, to: event.target.value })}
    />
    <Button type="submit">{messages.show}</Button>
    <div className={styles.presets} role="group" aria-label={messages.presets}>
      {PRESETS.map(({ label, periodAt }) => (
        <Button key={label} tone="quiet" isSmall onClick={() => onShow(periodAt(new Date()))}>
          {label}
        </Button>
      ))}
    </div>
  </form>
);
