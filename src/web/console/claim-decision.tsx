import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import {
  claimReasons,
  claimReasonTexts,
  claimRefusals,
  claimRefusalText,
} from '../../domain/claim.ts'
import { attachAloneCents } from '../../domain/goodwill.ts'
import { formatCents } from '../../domain/money.ts'
import { mostNoteLetters } from '../../domain/refusal.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { Act } from './act.tsx'
import { LeftAlone } from './left-alone.tsx'
import { Proof } from './proof.tsx'

export type Claim = AnswerOf<Endpoints['showClaim']>

const accepts: Rules = { reason: [required], note: [maxLength(mostNoteLetters)] }
const refuses: Rules = { reason: [required], note: [maxLength(mostNoteLetters)] }

/** Accepted with a contract, or refused with a reason; and who works on it. */
export function ClaimDecision({ found, answer }: { found: Claim; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleClaims')
  const other = locale === 'de' ? 'en' : 'de'
  const orders = found.likely.filter(({ canAttach }) => canAttach)
  const contacts = found.people.filter(({ kind }) => kind === 'Empfaenger')
  const form = (rules: Rules, note: 'noteForLog' | 'noteToPerson') => ({
    rules,
    labels: {
      reason: t('why'),
      note: t(note),
      order: t('order'),
      typed: t('typed'),
      contact: t('contact'),
    },
    answer,
  })
  return (
    <div className="grid gap-3">
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      <p className="text-muted max-md:hidden">{t('keys')}</p>
      <Act id="accept" title={t('accept')} kind="primary" {...form(accepts, 'noteForLog')}>
        <Seen found={found} />
        {orders.length > 0 ? (
          <RadioCards
            name="order"
            columns={2}
            {...(orders.length === 1 ? { defaultValue: orders[0]!.number } : {})}
            cards={orders.map(({ number, externalNumber, product, contractOn }) => ({
              value: number,
              title: externalNumber ?? number,
              content: (
                <span className="block text-muted">
                  {product[locale]}, {formatDate(contractOn, locale)}
                </span>
              ),
            }))}
          />
        ) : null}
        <TextField
          name={orders.length > 0 ? 'typed' : 'order'}
          autoComplete="off"
          hint={t('typed.hint')}
        />
        {found.claimant === 'Empfehler' && contacts.length > 1 ? (
          <SelectField
            name="contact"
            empty={t('contact.choose')}
            options={contacts.map(({ id, name }) => ({ value: id, title: name }))}
          />
        ) : null}
        <RadioCards
          name="reason"
          columns={2}
          cards={claimReasons.map((reason, at) => ({
            value: reason,
            title: `${at + 1} ${claimReasonTexts[reason][locale]}`,
          }))}
        />
        <TextField name="note" autoComplete="off" />
        <p className="text-muted">
          {t('accept.doubts', { amount: formatCents(attachAloneCents, locale) })}
        </p>
        <LeftAlone cents={found.leftCents} />
      </Act>
      <Act id="refuse" title={t('refuse')} kind="danger" {...form(refuses, 'noteToPerson')}>
        <Seen found={found} />
        <p>{t('reads', { language: t(`language.${found.language}`) })}</p>
        <RadioCards
          name="reason"
          columns={2}
          cards={claimRefusals.map((reason, at) => ({
            value: reason,
            title: `${at + 1} ${claimRefusalText(reason, null, locale)}`,
            content: (
              <span lang={other} className="block text-muted">
                {claimRefusalText(reason, null, other)}
              </span>
            ),
          }))}
        />
        <TextField name="note" autoComplete="off" />
      </Act>
      <PageForm id="take" rules={{}} labels={{}} answer={undefined} draft={false}>
        <Seen found={found} />
        <input type="hidden" name="intent" value={found.isMine ? 'give' : 'take'} />
        <button type="submit" data-take className={`${controlClass('plain')} self-start`}>
          {found.isMine ? t('giveBack') : t('take')}
        </button>
      </PageForm>
    </div>
  )
}

const Seen = ({ found }: { found: Claim }) => (
  <>
    <input type="hidden" name="id" value={found.id} />
    <input type="hidden" name="version" value={found.version} />
  </>
)
