import type { ReactNode } from 'react'
import { useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import { sellerVerdictWords } from '../../contract/console-words.ts'
import type { SellerKind } from '../../domain/seller.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Conflict } from './conflict.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { Here } from './here.tsx'
import { AccessActs, SellerActs } from './seller-acts.tsx'
import { accessActs, type Seller, type SellerUser } from './seller-calls.ts'
import { SellerChecks } from './seller-checks.tsx'
import { SellerComparison } from './seller-comparison.tsx'
import { SellerEInvoice } from './seller-e-invoice.tsx'
import { SellerEvents } from './seller-events.tsx'
import { SellerPapers } from './seller-papers.tsx'
import { SellerUserRecord } from './seller-user.tsx'
import { ageOf, sellerPages, SellerState } from './sellers-list.tsx'
import { useAbility } from './use-place.ts'

type Loaded = { seller: Seller; user: SellerUser | null; key: string }

/** An agency or a sales partner: what waits at the top, then the check list, people and what happened. */
export function SellerPage({ kind }: { kind: SellerKind }) {
  const { seller, user, key } = useLoaderData<Loaded>()
  const answer = useActionData<FormAnswer>()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleSellers')
  const { record, id: param, list, title } = sellerPages[kind]
  const close = { page: record, values: { mandant, [param]: seller.id } }
  return (
    <ConsoleFrame
      title={seller.name}
      actions={
        <>
          <Here />
          <TextLink page={list} values={{ mandant }}>
            {t(title)}
          </TextLink>
        </>
      }
      {...(user
        ? {
            record: (
              <SellerUserRecord
                key={`${user.id} ${key}`}
                user={user}
                close={close}
                answer={answer}
              />
            ),
          }
        : {})}
    >
      <div className="person">
        <div className="person-main">
          <Done answer={answer} />
          <Conflict answer={answer} />
          <Lead seller={seller} />
          <SellerChecks seller={seller} />
          <SellerComparison kind={kind} seller={seller} />
          <RecordPart title={t('acts')}>
            <SellerActs key={key} kind={kind} seller={seller} answer={user ? undefined : answer} />
          </RecordPart>
          {kind === 'agency' ? (
            <SellerEInvoice key={`e ${key}`} seller={seller} answer={user ? undefined : answer} />
          ) : null}
          {kind === 'agency' ? (
            <People seller={seller} mandant={mandant} />
          ) : (
            <RecordPart title={t('access')}>
              <p className="mb-2">
                {t('sessions')}: {seller.openSessions}
              </p>
              <AccessActs key={key} isOwn={seller.isOwnCase} answer={answer} />
            </RecordPart>
          )}
        </div>
        <div className="person-side">
          <Facts seller={seller} />
          <SellerPapers kind={kind} seller={seller} />
          <SellerEvents title={t('events')} events={seller.events} id={seller.id} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

const said = [...sellerVerdictWords, ...accessActs, 'nichts', 'erechnung'] as const

function Done({ answer }: { answer: FormAnswer | undefined }) {
  const [search] = useSearchParams()
  const t = useTexts('consoleSellers')
  const done = said.find((one) => one === search.get('done'))
  if (!done || answer) return null
  return <Notice tone={done === 'nichts' ? 'info' : 'success'} live title={t(`done.${done}`)} />
}

function Lead({ seller }: { seller: Seller }) {
  const { locale, now } = usePage()
  const t = useTexts('consoleSellers')
  const words = {
    age: ageOf(t, seller.registeredAt, now),
    day: formatDate(localDayOf(seller.stateSince), locale),
  }
  return (
    <section aria-label={t('state')} className="person-why">
      <SellerState state={seller.state} />
      <p className="person-sentence mt-2">{t(`lead.${seller.state}`, words)}</p>
    </section>
  )
}

function Facts({ seller }: { seller: Seller }) {
  const { locale } = usePage()
  const t = useTexts('consoleSellers')
  const facts: [string, ReactNode][] = [
    [t('number'), seller.number],
    [
      t('email'),
      `${seller.email ?? t('masked')} · ${t(seller.isConfirmed ? 'confirmed.yes' : 'confirmed.no')}`,
    ],
    [t('phone'), seller.phone],
    [t('address'), seller.address],
    [t('vatId'), seller.vatId],
    [t('taxNumber'), seller.taxNumber],
    [t('iban'), seller.ibanEnd && `•• ${seller.ibanEnd}`],
    [t('accountProblem'), seller.accountProblem],
    [t('since'), formatDate(localDayOf(seller.registeredAt), locale)],
    [t('stateSince'), formatDate(localDayOf(seller.stateSince), locale)],
  ]
  return (
    <section aria-label={t('facts')} className="person-facts">
      <dl className="record-facts">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function People({ seller, mandant }: { seller: Seller; mandant: string }) {
  const { locale } = usePage()
  const t = useTexts('consoleSellers')
  const ability = useAbility()
  const isSeen = ability.can('read', 'people')
  return (
    <RecordPart title={t('people')}>
      {seller.people.length === 0 ? <p className="text-muted">{t('people.none')}</p> : null}
      <ul className="grid gap-2">
        {seller.people.map(({ id, name, role, number, isConfirmed, leftAt }) => (
          <li key={id} className="wrap-anywhere">
            {isSeen ? (
              <TextLink
                page="ConsoleAgency"
                values={{ mandant, agentur: seller.id, person: id }}
                preventScrollReset
                inText
              >
                {name}
              </TextLink>
            ) : (
              <span className="font-semibold">{name}</span>
            )}
            <span className="dt-hint block">
              {[
                t(`role.${role}`),
                number,
                isConfirmed ? null : t('unproven'),
                leftAt && t('left', { day: formatDate(localDayOf(leftAt), locale) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {seller.morePeople > 0 ? (
        <p className="dt-hint mt-2">{t('people.more', { count: seller.morePeople })}</p>
      ) : null}
    </RecordPart>
  )
}
