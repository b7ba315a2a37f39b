import { redirect } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { formatCents } from '../../domain/money.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { accepted, checkForm, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { PasswordField } from '../access/password-field.tsx'
import { passwordOf } from '../access/password-rules.ts'
import { PageColumn } from '../ui/page-column.tsx'

export type AccountEnd = AnswerOf<Endpoints['showAccountEnd']>
type Ending = AccountEnd['rewards'][number]

/** The form's requirements when it was rendered; the call checks them against the current state. */
const rulesFor = (asked: { waiver: boolean; password: boolean }) => ({
  ...(asked.waiver ? { waive: [accepted] } : {}),
  ...(asked.password ? { password: [required] } : {}),
})

export async function deleteAccount(page: PageContext, form: FormData) {
  const rules = rulesFor({ waiver: form.has('waiver'), password: form.has('password') })
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  await callApi(page, 'deleteAccount', {
    body: {
      ...(form.has('password') ? { password: passwordOf(form, 'password') } : {}),
      ...(textOf(form, 'waive') === 'yes' ? { waive: true } : {}),
    },
  })
  page.endSession('user')
  // Tenants with provider login have no logout page.
  return redirect(
    page.tenant.autoLogin
      ? href(page.tenant, page.locale, 'Homepage')
      : href(page.tenant, page.locale, 'Logout', { konto: 'geloescht' }),
  )
}

/** What is deleted and what is kept, and the button. */
export function DeleteAccount({
  end,
  answer,
}: {
  end: AccountEnd
  answer: FormAnswer | undefined
}) {
  const t = useTexts('mydata')
  const lost = end.rewards.filter((reward) => reward.end === 'verfaellt')
  const owed = end.rewards.filter((reward) => reward.end === 'wirdAusgezahlt')
  return (
    <PageColumn>
      <div>
        <h1 className="page-title">{t('delete.title')}</h1>
        <p className="mt-3 text-lg">{t('delete.intro')}</p>
      </div>
      {lost.length > 0 || end.expectedCents > 0 ? (
        <Lost rewards={lost} expectedCents={end.expectedCents} />
      ) : null}
      {owed.length > 0 ? (
        <Card>
          <h2 className="text-xl font-bold">{t('delete.owedTitle')}</h2>
          <p className="mt-2">{t('delete.owedText')}</p>
          <Rewards rewards={owed} />
        </Card>
      ) : null}
      <Card>
        <h2 className="text-xl font-bold">{t('delete.whatTitle')}</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
          <li>{t('delete.whatData')}</li>
          <li>{t('delete.whatLinks')}</li>
          <li>{t('delete.whatProof')}</li>
          <li>{t('delete.whatKept')}</li>
        </ul>
      </Card>
      <ConfirmForm
        waiver={lost.length > 0 || end.expectedCents > 0}
        password={end.hasPassword}
        answer={answer}
      />
    </PageColumn>
  )
}

function Lost({ rewards, expectedCents }: { rewards: Ending[]; expectedCents: number }) {
  const { locale } = usePage()
  const t = useTexts('mydata')
  const ready = rewards.some(({ status }) => status === 'Bereitgestellt')
  const total = rewards.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <Card>
      <h2 className="text-xl font-bold">
        {total > 0
          ? t('delete.lostTitle', { amount: formatCents(total, locale) })
          : t('delete.expectedTitle')}
      </h2>
      {rewards.length > 0 ? (
        <>
          <p className="mt-2">{t(ready ? 'delete.lostReady' : 'delete.lostWait')}</p>
          <Rewards rewards={rewards} />
        </>
      ) : null}
      {expectedCents > 0 ? (
        <p className="mt-3">
          {t('delete.expected', { amount: formatCents(expectedCents, locale) })}
        </p>
      ) : null}
      <PageLink page="Dashboard" className={`${buttonClass()} mt-5 w-full md:w-auto`}>
        {t(ready ? 'delete.collect' : 'delete.toDashboard')}
      </PageLink>
    </Card>
  )
}

function Rewards({ rewards }: { rewards: Ending[] }) {
  const { locale } = usePage()
  const t = useTexts('mydata')
  const words = (reward: Ending) => {
    if (reward.expiresOn) return t('delete.until', { date: formatDate(reward.expiresOn, locale) })
    if (reward.dueOn) return t('delete.due', { date: formatDate(reward.dueOn, locale) })
    return reward.status === 'Abgelaufen' ? t('delete.lapsed') : t('delete.preparing')
  }
  return (
    <ul className="mt-3 divide-y divide-hairline">
      {rewards.map((reward) => (
        <li key={reward.id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
          <span className="min-w-0">
            <span className="block font-semibold">{reward.product ?? t('delete.goodwill')}</span>
            <span className="text-base text-muted">{words(reward)}</span>
          </span>
          <Money cents={reward.cents} className="text-lg font-bold" />
        </li>
      ))}
    </ul>
  )
}

function ConfirmForm({
  waiver,
  password,
  answer,
}: {
  waiver: boolean
  password: boolean
  answer: FormAnswer | undefined
}) {
  const t = useTexts('mydata')
  const shown = useOwnWords(answer, {
    PSOF0201: t('delete.wrongPassword'),
    [errorCodes.tooManyRequests]: t('delete.limit'),
  })
  return (
    <Card tone="border-2 border-danger bg-surface">
      <h2 className="mb-4 text-xl font-bold">{t('delete.confirmTitle')}</h2>
      {/* As a document: the answer clears the session. */}
      <PageForm
        id="delete-account"
        rules={rulesFor({ waiver, password })}
        labels={{ waive: t('delete.waive'), password: t('delete.password') }}
        answer={shown}
        asDocument
        draft={false}
      >
        <input type="hidden" name="intent" value="delete-account" />
        <Notice tone="danger">{t('delete.final')}</Notice>
        {waiver ? (
          <>
            <input type="hidden" name="waiver" value="1" />
            <CheckboxField name="waive">{t('delete.waive')}</CheckboxField>
          </>
        ) : null}
        {password ? <PasswordField name="password" autoComplete="current-password" /> : null}
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton kind="danger">{t('delete.submit')}</SubmitButton>
          <PageLink page="Settings" className={buttonClass('secondary')}>
            {t('cancel')}
          </PageLink>
        </div>
      </PageForm>
    </Card>
  )
}
