import { useActionData } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { chosen, maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ForbiddenActs } from './act.tsx'
import { LeftAlone } from './left-alone.tsx'
import type { OrderRecord } from './order-words.ts'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

type Contacts = AnswerOf<Endpoints['findOrderContacts']>['contacts']
export type FoundContacts = { term: string; contacts: Contacts }

export const matchRules: Rules = { contact: [chosen], reason: [required, maxLength(500)] }
const searchRules: Rules = { term: [required, maxLength(80)] }

/** Whose contract one that fits nobody is: likely contacts, others by a search, and the reason. */
export function OrderMatch({
  found,
  likely,
  answer,
}: {
  found: OrderRecord
  likely: Contacts
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleOrders')
  const ability = useAbility()
  const searched = useActionData<FormAnswer | FoundContacts>()
  if (!ability.can('update', 'orders'))
    return <ForbiddenActs titles={[t('match')]} why={t('noRight')} />
  const isSearch = searched !== undefined && 'contacts' in searched
  const contacts = isSearch ? searched.contacts : likely
  const own = (id: string) => (answer?.values['intent'] === id ? answer : undefined)
  const id = <input type="hidden" name="id" value={found.id} />
  return (
    <div className="grid gap-5">
      <PageForm
        id="find"
        rules={searchRules}
        labels={{ term: t('match.search') }}
        answer={own('find')}
        draft={false}
        isShort
      >
        <input type="hidden" name="intent" value="find" />
        {id}
        <div className="person-search">
          <TextField
            name="term"
            type="search"
            autoComplete="off"
            spellCheck={false}
            defaultValue={isSearch ? searched.term : ''}
            hint={t('match.searchHint')}
          />
          <SubmitButton kind="secondary">{t('match.find')}</SubmitButton>
        </div>
      </PageForm>
      <output className="text-muted">
        {isSearch
          ? t(contacts.length === 0 ? 'match.foundNone' : 'match.found', {
              count: contacts.length,
              term: searched.term,
            })
          : t(contacts.length === 0 ? 'match.likelyNone' : 'match.likely')}
      </output>
      {contacts.length === 0 ? null : (
        <PageForm
          id="match"
          rules={matchRules}
          labels={{ contact: t('person'), reason: t('why') }}
          answer={own('match')}
          draft={false}
          isShort
        >
          <input type="hidden" name="intent" value="match" />
          {id}
          <input type="hidden" name="version" value={found.version} />
          <Proof answer={own('match')} form="match" />
          <RadioCards
            name="contact"
            columns={2}
            cards={contacts.map((one) => ({
              value: one.number,
              title: one.name,
              content: (
                <span className="block text-muted">
                  {[
                    t('match.accepted', { day: formatDate(one.acceptedOn, locale) }),
                    one.product[locale],
                    one.referrer && t('match.by', { name: one.referrer }),
                    one.referralNumber,
                    one.hasClaim ? t('match.claim') : null,
                    one.sameProduct ? null : t('match.otherProduct'),
                    one.isConfirmed ? null : t('match.unconfirmed'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              ),
            }))}
          />
          {found.leftCents === null ? null : <p>{t('match.unnamed')}</p>}
          <LeftAlone cents={found.leftCents} />
          <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
          <SubmitButton>{t('match')}</SubmitButton>
        </PageForm>
      )}
    </div>
  )
}
