import { Field } from '@palier/shared/ui';
import { PeriodForm } from '../../lib/period-form/period-form';
import { messages } from './report.messages';
import { isSamePeriod, PRESETS, type Period } from './report.rules';

interface ReportFormProps {
  readonly period: Period;
  readonly shown: Period;
  readonly onChange: (period: Period) => void;
  readonly onShow: (period: Period) => void;
}

export const ReportForm = ({ period, shown, onChange, onShow }: ReportFormProps) => (
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
