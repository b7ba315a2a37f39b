import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { germanDate, maxLength, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDate } from '../ui/format-date.ts'
import { writeEuros } from '../ui/form/read-euros.ts'

export const planDraft = 'agency-bonus-plan'
export const stageRows = [1, 2, 3] as const
export const planRules = {
  name: [required, maxLength(80)],
  fixed: [required],
  period: [required],
  validFrom: [required, germanDate],
}

/** A new plan: amount per customer, amount per further customer, and from when on. */
export function BonusPlanForm({
  today,
  standard,
  answer,
  idempotencyKey,
}: {
  today: string
  standard: {
    fixedCents: number
    stages: { from: number; cents: number }[]
    periodMonths: number
  }
  answer: FormAnswer | undefined
  idempotencyKey: string
}) {
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  const labels = {
    name: t('plan.name'),
    fixed: t('plan.fixed'),
    period: t('plan.period'),
    validFrom: t('plan.validFrom'),
    ...Object.fromEntries(
      stageRows.flatMap((row) => [
        [`from${row}`, t('plan.stageFrom', { row })],
        [`euros${row}`, t('plan.stageEuros', { row })],
      ]),
    ),
  }
  const [stage] = standard.stages
  return (
    <Card id="neu" className="max-w-3xl">
      <h2 className="mb-2 text-xl font-bold">{t('plan.addTitle')}</h2>
      <p className="mb-5 max-w-[44em]">{t('plan.addText')}</p>
      <PageForm
        id={planDraft}
        rules={planRules}
        labels={labels}
        answer={answer}
        idempotencyKey={idempotencyKey}
      >
        <input type="hidden" name="intent" value="add" />
        <TextField name="name" autoComplete="off" hint={t('plan.nameHint')} />
        <div className="grid items-start gap-6 md:grid-cols-2">
          <TextField
            name="fixed"
            inputMode="decimal"
            autoComplete="off"
            hint={t('plan.fixedHint')}
            defaultValue={writeEuros(standard.fixedCents, locale)}
          />
          <TextField
            name="validFrom"
            inputMode="numeric"
            autoComplete="off"
            hint={t('plan.validFromHint')}
            defaultValue={formatDate(today, 'de')}
          />
        </div>
        <fieldset className="min-w-0 rounded-field border border-hairline p-4">
          <legend className="px-2 font-bold">{t('plan.stages')}</legend>
          <p className="mb-4 text-base text-muted">{t('plan.stagesHint')}</p>
          <div className="grid gap-4">
            {stageRows.map((row) => (
              <div key={row} className="grid gap-4 md:grid-cols-2">
                <TextField
                  name={`from${row}`}
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={row === 1 && stage ? String(stage.from) : ''}
                />
                <TextField
                  name={`euros${row}`}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={row === 1 && stage ? writeEuros(stage.cents, locale) : ''}
                />
              </div>
            ))}
            <TextField
              name="period"
              inputMode="numeric"
              autoComplete="off"
              hint={t('plan.periodHint')}
              defaultValue={String(standard.periodMonths)}
              className="md:max-w-[50%] md:pr-2"
            />
          </div>
        </fieldset>
        <SubmitButton>{t('plan.add')}</SubmitButton>
      </PageForm>
    </Card>
  )
}
