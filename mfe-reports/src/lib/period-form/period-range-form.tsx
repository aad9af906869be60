import { Field } from '@palier/shared/ui';
import { PeriodForm } from './period-form';
import { messages } from './period-form.messages';
import { isSamePeriod, PRESETS, type Period } from './period.rules';

interface PeriodRangeFormProps {
  readonly period: Period;
  readonly shown: Period;
  readonly onChange: (period: Period) => void;
  readonly onShow: (period: Period) => void;
}

/** Two dates and the usual periods. */
export const PeriodRangeForm = ({ period, shown, onChange, onShow }: PeriodRangeFormProps) => (
  <PeriodForm
    onSubmit={() => onShow(period)}
    presetsLabel={messages.presets}
    presets={PRESETS.map(({ label, periodAt }) => ({
      label,
      isShown: isSamePeriod(periodAt(new Date()), shown),
      onShow: () => onShow(periodAt(new Date())),
    }))}
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
      min={period.from}
      value={period.to}
      onChange={(event) => onChange({ ...period, to: event.target.value })}
    />
  </PeriodForm>
);
