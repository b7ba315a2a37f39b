import { mailNames } from '../../contract/mail-words.ts'
import { mostClaimLetters, mostNumberLetters } from '../../domain/claim.ts'
import { formatCents } from '../../domain/money.ts'
import { requestWays } from '../../domain/person.ts'
import { mostAnswerLetters } from '../../domain/review-question.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { RadioRow } from '../ui/form/radio-cards.tsx'
import {
  accepted,
  chosen,
  email,
  maxLength,
  personName,
  required,
  zip,
  type Rules,
} from '../ui/form/rules.ts'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import { Act, ForbiddenActs } from './act.tsx'
import { LeftAlone } from './left-alone.tsx'
import { PersonAppeal } from './person-appeal.tsx'
import { PersonClaim } from './person-claim.tsx'
import { PersonHome } from './person-home.tsx'
import type { Person } from './person-facts.tsx'
import { wordOf } from './person-words.ts'
import { EraseFacts, needsWaiver } from './erase-facts.tsx'
import { isOnlyInvited } from './person-invited.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

const reason = [required, maxLength(500)]
const told = [required, maxLength(mostAnswerLetters)]

export const actRules: Record<string, Rules> = {
  mail: { mail: [required], reason },
  block: { reason },
  unblock: { reason },
  name: { firstName: [required, personName], lastName: [personName], reason },
  email: { email: [required, email], reason },
  home: {
    street: [required, maxLength(200)],
    houseNumber: [required, maxLength(20)],
    zip: [required, zip],
    city: [required, maxLength(200)],
    reason,
  },
  note: { text: [required, maxLength(1_000)] },
  appeal: { refused: [required], told, came: reason },
  claim: {
    claimed: [chosen],
    orderNumber: [maxLength(mostNumberLetters)],
    said: [maxLength(mostClaimLetters)],
    came: reason,
  },
  goodwill: { amount: [required], reason },
  area: { reason },
  export: { way: [required] },
  erase: { reason },
}

/** What support may do about somebody; what is forbidden stays visible. */
export function PersonActs({
  person,
  formKey,
  answer,
}: {
  person: Person
  formKey: string // of the goodwill, which is granted once
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consolePeople')
  const ability = useAbility()
  const { locale } = usePage()
  const { first, accountId, blockedOn } = person
  const labels = {
    reason: t('field.reason'),
    mail: t('field.mail'),
    firstName: t('field.firstName'),
    lastName: t('field.lastName'),
    email: t('field.email'),
    street: t('field.street'),
    houseNumber: t('field.houseNumber'),
    zip: t('field.zip'),
    city: t('field.city'),
    text: t('field.text'),
    amount: t('field.amount'),
    waive: t('field.waive'),
    refused: t('field.refused'),
    told: t('field.told'),
    came: t('field.came'),
    claimed: t('field.referral'),
    orderNumber: t('field.orderNumber'),
    contractOn: t('field.contractOn'),
    said: t('field.said'),
    way: t('field.way'),
  }
  const act = (id: string) => ({ id, rules: actRules[id]!, labels, answer })
  const hasAccount = accountId !== null
  const isInvited = isOnlyInvited(person)
  const canAppeal = person.appealable.length > 0
  const canClaim = person.claimable.length > 0
  if (person.isOwn || !ability.can('update', 'people')) {
    const titles = [
      ...(isInvited ? [] : [t('act.mail')]),
      ...(hasAccount ? [blockedOn ? t('act.unblock') : t('act.block')] : []),
      ...(canAppeal ? [t('act.appeal')] : []),
      ...(canClaim ? [t('act.claim')] : []),
      ...(isInvited
        ? []
        : [t('act.name'), t('act.email'), ...(person.hasAddress ? [t('act.home')] : [])]),
      ...(hasAccount ? [t('act.goodwill'), t('act.area')] : []),
      t('act.export'),
      t('act.erase'),
    ]
    return <ForbiddenActs titles={titles} why={person.isOwn ? t('acts.own') : t('acts.noRight')} />
  }
  const why = (
    <>
      <input type="hidden" name="version" value={person.version} />
      <TextField name="reason" autoComplete="off" hint={t('field.reasonHint')} />
    </>
  )
  const mails = [
    ...person.waitingMails.map((value) => ({ value, title: t(`mail.${value}`) })),
    ...person.vouchers
      .filter(({ canSend }) => canSend)
      .map(({ id, shop, cents }) => ({
        value: `voucher:${id}`,
        title: t('mail.voucher', { shop, amount: formatCents(cents, locale) }),
      })),
    ...person.toldMails.map(({ id, template, at }) => ({
      value: `sent:${id}`,
      title: t('mail.sent', {
        name: wordOf(mailNames, template, locale),
        time: formatDateTime(at, locale),
      }),
    })),
  ]
  const isMailNext = first.next !== null && first.next !== 'unblock'
  const nextMail = {
    'reward-mail': 'reward',
    'access-mail': 'access',
    'confirm-mail': 'confirmation',
  }
  return (
    <div className="person-acts">
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {isInvited ? null : (
        <>
          <Act {...act('mail')} title={t('act.mail')} kind={isMailNext ? 'primary' : 'plain'}>
            {mails.length === 0 ? (
              <p>{t('mail.none')}</p>
            ) : (
              <RadioRow
                name="mail"
                options={mails}
                defaultValue={
                  (isMailNext && nextMail[first.next as keyof typeof nextMail]) || mails[0]!.value
                }
              />
            )}
            <p className="text-muted">{t('act.mailText')}</p>
            {why}
          </Act>
          <Act {...act('note')} title={t('act.note')}>
            <TextArea name="text" rows={3} hint={t('field.textHint')} />
          </Act>
        </>
      )}
      {canAppeal ? (
        <Act {...act('appeal')} title={t('act.appeal')}>
          <PersonAppeal person={person} />
        </Act>
      ) : null}
      {canClaim ? (
        <Act {...act('claim')} title={t('act.claim')}>
          <PersonClaim person={person} />
        </Act>
      ) : null}
      {isInvited ? null : (
        <>
          <Act {...act('name')} title={t('act.name')}>
            <p>{t(hasAccount ? 'act.nameText' : 'act.nameTextContact')}</p>
            <TextField name="firstName" autoComplete="off" defaultValue={person.firstName} />
            <TextField name="lastName" autoComplete="off" defaultValue={person.lastName} />
            {why}
          </Act>
          <Act {...act('email')} title={t('act.email')}>
            <p>{t(hasAccount ? 'act.emailText' : 'act.emailTextContact')}</p>
            <TextField name="email" type="email" autoComplete="off" inputMode="email" />
            {why}
          </Act>
          {person.hasAddress ? (
            <Act {...act('home')} title={t('act.home')}>
              <PersonHome version={person.contactsVersion} />
              {why}
            </Act>
          ) : null}
        </>
      )}
      {hasAccount ? (
        <>
          <Act {...act('area')} title={t('act.area')}>
            <p>{t('act.areaText')}</p>
            {why}
          </Act>
          {ability.can('create', 'goodwill') ? (
            <Act {...act('goodwill')} title={t('act.goodwill')}>
              <p>{t('act.goodwillText')}</p>
              <LeftAlone cents={person.leftCents} />
              <input type="hidden" name="id" value={answer?.values['id'] ?? formKey} />
              <TextField name="amount" inputMode="decimal" autoComplete="off" />
              {why}
            </Act>
          ) : null}
          {blockedOn ? (
            <Act
              {...act('unblock')}
              title={t('act.unblock')}
              kind={first.next === 'unblock' ? 'primary' : 'plain'}
            >
              <p>{t('act.unblockText')}</p>
              {why}
            </Act>
          ) : (
            <Act {...act('block')} title={t('act.block')} kind="danger">
              <p>{t('act.blockText')}</p>
              {why}
            </Act>
          )}
        </>
      ) : null}
      <Act {...act('export')} title={t('act.export')}>
        <p>{t('act.exportText')}</p>
        <RadioRow
          name="way"
          options={requestWays.map((value) => ({ value, title: t(`way.${value}`) }))}
        />
      </Act>
      {ability.can('delete', 'people') ? (
        <Act
          {...act('erase')}
          rules={{ ...actRules['erase'], ...(needsWaiver(person) ? { waive: [accepted] } : {}) }}
          title={t('act.erase')}
          kind="danger"
        >
          <EraseFacts person={person} />
          {needsWaiver(person) ? (
            <>
              <p>{t('erase.needsWaiver')}</p>
              <CheckboxField name="waive">{t('field.waive')}</CheckboxField>
            </>
          ) : null}
          {why}
        </Act>
      ) : null}
    </div>
  )
}
