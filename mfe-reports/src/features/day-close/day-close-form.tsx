import { toDateInput } from '@palier/shared/dates';
import { Field } from '@palier/shared/ui';
import { daysBefore } from '../../local-date/local-date';
import { ShowForm } from '../../show-form/show-form';
import { messages } from './day-close.messages';

interface DayCloseFormProps {
  readonly date: string;
  readonly onChange: (date: string) => void;
  /** Without a date: today. */
  readonly onShow: (date: string | undefined) => void;
}

export const DayCloseForm = ({ date, onChange, onShow }: DayCloseFormProps) => (
  <ShowForm
    onSubmit={() => onShow(date)}
    presetsLabel={messages.presets}
    presets={[
      { label: messages.today, onShow: () => onShow(undefined) },
      { label: messages.yesterday, onShow: () => onShow(toDateInput(daysBefore(new Date(), 1))) },
    ]}
  >
    <Field
      label={messages.date}
      type="date"
      required
      value={date}
      onChange={(event) => onChange(event.target.value)}
    />
  </ShowForm>
);
