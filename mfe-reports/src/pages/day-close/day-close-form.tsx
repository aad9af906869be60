import { toDateInput } from '@palier/shared/dates';
import { Field } from '@palier/shared/ui';
import { daysBefore } from '../../lib/local-date';
import { PeriodForm } from '../../lib/period-form/period-form';
import { messages } from './day-close.messages';

interface DayCloseFormProps {
  readonly date: string;
  readonly shown: string | undefined;
  readonly onChange: (date: string) => void;
  readonly onShow: (date: string | undefined) => void;
}

const yesterday = (): string => toDateInput(daysBefore(new Date(), 1));

export const DayCloseForm = ({ date, shown, onChange, onShow }: DayCloseFormProps) => (
  <PeriodForm
    onSubmit={() => onShow(date)}
    presetsLabel={messages.presets}
    presets={[
      {
        label: messages.today,
        isShown: shown === undefined || shown === toDateInput(new Date()),
        onShow: () => onShow(undefined),
      },
      { label: messages.yesterday, isShown: shown === yesterday(), onShow: () => onShow(yesterday()) },
    ]}
  >
    <Field
      label={messages.date}
      type="date"
      required
      value={date}
      onChange={(event) => onChange(event.target.value)}
    />
  </PeriodForm>
);
