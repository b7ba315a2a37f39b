import { useActionData } from 'react-router'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { recipientRules } from './recipient-fields.ts'
import { recipientFormId } from './recipient-form-id.ts'

export function RecipientForm({ idempotencyKey }: { idempotencyKey: string }) {
  const { tenant } = usePage()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('recipient')
  const challenge = challengeOf(answer)
  const byButton = tenant.recipientTerms === 'button'
  return (
    <section id="accept" className="scroll-mt-4 lg:order-first">
      <h2 className="section-title">{t('form.title')}</h2>
      <p className="mt-2 mb-5">{t('form.text')}</p>
      <Card>
        <PageForm
          id={recipientFormId}
          rules={recipientRules(tenant)}
          labels={{
            firstName: t('firstName'),
            email: t('email'),
            terms: t('terms.label'),
          }}
          answer={answer}
          idempotencyKey={idempotencyKey}
          asDocument
        >
          <TextField name="firstName" autoComplete="given-name" autoCapitalize="words" />
          <TextField name="email" type="email" inputMode="email" autoComplete="email" />
          {byButton ? null : (
            <CheckboxField name="terms">
              <Terms text="terms.checkbox" />
            </CheckboxField>
          )}
          <CheckboxField name="advertising">
            {t(tenant.recipientFields.phone ? 'advertisingPhone' : 'advertising', {
              name: tenant.name,
            })}
          </CheckboxField>
          {challenge ? <CaptchaStep challenge={challenge} /> : null}
          {byButton ? (
            <p className="text-base">
              <Terms text="terms.button" />
            </p>
          ) : null}
          <div>
            <SubmitButton>{t('form.button')}</SubmitButton>
            <p className="mt-3 text-base text-muted">{t('form.next')}</p>
          </div>
        </PageForm>
      </Card>
    </section>
  )
}

function Terms({ text }: { text: 'terms.checkbox' | 'terms.button' }) {
  const t = useTexts('recipient')
  return (
    <RichText
      area="recipient"
      text={text}
      values={{ button: t('form.button') }}
      parts={{
        terms: <TextLink page="TOS" target="_blank" inText />,
        privacy: <TextLink page="Privacy" target="_blank" inText />,
      }}
    />
  )
}
