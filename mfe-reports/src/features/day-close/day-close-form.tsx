import { toDateInput } from '@palier/shared/dates';
import { Button, Field } from '@palier/shared/ui';
import { daysBefore } from '../../local-date/local-date';
import { messages } from './day-close.messages';
import styles from './day-close.module.css';

interface DayCloseFormProps {
  readonly date: string;
  readonly onChange: (date: string) => void;
  /** Without a date: today. */
  readonly onShow: (date: string | undefined) => void;
}

export const DayCloseForm = ({ date, onChange, onShow }: DayCloseFormProps) => (
  <form
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault();
      onShow(date);
    }}
  >
    <Field
      label={messages.date}
      type="date"
      required
      value={date}
      onChange={(event) => onChange(event.target.value)}
    />
    <Button type="submit">{messages.show}</Button>
    <div className={styles.presets} role="group" aria-label={messages.presets}>
      <Button tone="quiet" isSmall onClick={() => onShow(undefined)}>
        {messages.today}
      </Button>
      <Button tone="quiet" isSmall onClick={() => onShow(toDateInput(daysBefore(new Date(), 1)))}>
        {messages.yesterday}
      </Button>
    </div>
  </form>
);
