import { redirect, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showInvitationForm } from '../../contract/einladung.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import { sendForm } from '../captcha/send-form.ts'
import { type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { chosen, email, personName, required, textOf } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'

const rules = {
  firstName: [required, personName],
  lastName: [required, personName],
  email: [required, email],
  conversation: [chosen],
}
const draft = 'invite'

export type InvitationFormData = AnswerOf<typeof showInvitationForm>

export async function sendInvitation(page: PageContext, form: FormData) {
  const employeeNumber = textOf(form, 'employeeNumber')
  const refusal = await sendForm(page, form, rules, (beside) =>
    callApi(page, 'invite', {
      ...beside,
      body: {
        firstName: textOf(form, 'firstName'),
        lastName: textOf(form, 'lastName'),
        email: textOf(form, 'email'),
        conversation: textOf(form, 'conversation') === 'Telefon' ? 'Telefon' : 'VorOrt',
        ...(employeeNumber ? { employeeNumber } : {}),
      },
    }),
  )
  return (
    refusal ??
    redirect(href(page.tenant, page.locale, 'AgencyArea', { tab: 'einladen', done: 'invited' }))
  )
}

/** Asks whom to invite; the agency's obligations are above the button. */
export function InvitationForm({
  form,
  idempotencyKey,
  answer,
}: {
  form: InvitationFormData
  idempotencyKey: string
  answer: FormAnswer | undefined
}) {
  const [search] = useSearchParams()
  const t = useTexts('agencyInvite')
  const challenge = challengeOf(answer)
  const done = search.get('done') === 'invited' && !answer
  useClearDraft(draft, done)
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {done ? (
        <Notice tone="success" live title={t('form.doneTitle')}>
          <p>{t('form.doneText', { count: form.leftToday })}</p>
        </Notice>
      ) : null}
      <Card>
        <PageForm
          key={idempotencyKey}
          id={draft}
          rules={rules}
          labels={{
            firstName: t('form.firstName'),
            lastName: t('form.lastName'),
            email: t('form.email'),
            conversation: t('form.conversation'),
            employeeNumber: t('form.employee'),
          }}
          answer={answer}
          idempotencyKey={idempotencyKey}
        >
          <input type="hidden" name="intent" value="invite" />
          <div className="grid gap-6 md:grid-cols-2">
            <TextField name="firstName" autoComplete="off" autoCapitalize="words" />
            <TextField name="lastName" autoComplete="off" autoCapitalize="words" />
          </div>
          <TextField name="email" type="email" autoComplete="off" inputMode="email" />
          <RadioCards
            name="conversation"
            columns={2}
            cards={[
              { value: 'VorOrt', title: t('form.onSite') },
              { value: 'Telefon', title: t('form.byPhone') },
            ]}
          />
          {form.employees.length > 1 ? (
            <SelectField
              name="employeeNumber"
              empty={t('form.ownInvitation')}
              options={form.employees
                .filter(({ employeeNumber }) => employeeNumber !== form.ownNumber)
                .map(({ employeeNumber, name }) => ({
                  value: employeeNumber,
                  title: `${name} (${employeeNumber})`,
                }))}
            />
          ) : null}
          <p className="border-l-4 border-line pl-4">{form.notice}</p>
          {challenge ? <CaptchaStep challenge={challenge} noScript={t('form.noScript')} /> : null}
          <div>
            <SubmitButton>{t('form.submit')}</SubmitButton>
            <p className="mt-3 text-base text-muted">
              {t('form.limits', { count: form.leftToday, days: form.validDays })}
            </p>
          </div>
        </PageForm>
      </Card>
    </div>
  )
}
