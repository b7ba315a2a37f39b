import { maskEmail } from '../../domain/mask-email.ts'
import { fullName } from '../../domain/person.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageLink } from '../runtime/page-link.tsx'
import { useTitleState } from '../runtime/title-parts.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import type { Own } from './open-own.ts'

/** What is deleted at once, what is kept and why, and the button. */
export function OwnDelete({
  own,
  here,
  answer,
}: {
  own: Own
  here: { empfehlung: string | undefined }
  answer: FormAnswer | undefined
}) {
  const t = useTexts('own')
  useTitleState(t('delete.title'))
  const waits = own.keptFor.length > 0
  return (
    <PageColumn>
      <div>
        <h1 className="page-title">{t('delete.title')}</h1>
        <p className="mt-3 text-lg">
          {t('delete.who', { name: fullName(own), email: maskEmail(own.email) })}
        </p>
        <p className="mt-3 text-lg">{t(waits ? 'delete.introLater' : 'delete.intro')}</p>
      </div>
      <Card>
        <h2 className="text-xl font-bold">{t('delete.whatTitle')}</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
          {own.keptFor.map((reason) => (
            <li key={reason}>{t(`kept.${reason}`)}</li>
          ))}
          <li>{t(waits ? 'delete.whatNow' : 'delete.whatAll')}</li>
          {waits ? null : <li>{t('delete.whatContract')}</li>}
          <li>{t('delete.whatProof')}</li>
          <li>{t('delete.whatPaid')}</li>
        </ul>
      </Card>
      <Card tone="border-2 border-danger bg-surface">
        <h2 className="mb-4 text-xl font-bold">{t('delete.confirmTitle')}</h2>
        {/* As a document: the answer clears the cookie. */}
        <PageForm id="own-delete" rules={{}} labels={{}} answer={answer} asDocument draft={false}>
          <input type="hidden" name="intent" value="delete" />
          <Notice tone="danger">{t(waits ? 'delete.later' : 'delete.final')}</Notice>
          <div className="flex flex-col gap-3 md:flex-row">
            <SubmitButton kind="danger">{t('delete.submit')}</SubmitButton>
            <PageLink page="RecipientArea" values={here} className={buttonClass('secondary')}>
              {t('cancel')}
            </PageLink>
          </div>
        </PageForm>
      </Card>
    </PageColumn>
  )
}
