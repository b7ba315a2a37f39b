import type { FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { Words } from '../ui/keep-together.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'

export function StepMailsSection({
  wanted,
  answer,
}: {
  wanted: boolean
  answer: FormAnswer | undefined
}) {
  const t = useTexts('mydata')
  return (
    <Card>
      <h2 className="text-xl font-bold">
        <Words text={t('steps.title')} />
      </h2>
      <p className="mt-2 mb-5">{t(wanted ? 'steps.on' : 'steps.off')}</p>
      <PageForm id="step-mails" rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="intent" value="step-mails" />
        <input type="hidden" name="steps" value={wanted ? 'no' : 'yes'} />
        <SubmitButton kind="secondary">{t(wanted ? 'steps.turnOff' : 'steps.turnOn')}</SubmitButton>
      </PageForm>
    </Card>
  )
}
