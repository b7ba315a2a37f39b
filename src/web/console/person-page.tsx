import { wire } from 'virtual:wire-person'
import { data, redirect, useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { readEuros } from '../ui/form/read-euros.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ClawbackLinks } from './clawback-link.tsx'
import { Conflict } from './conflict.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { attend, Here } from './here.tsx'
import { loadMail } from './load-mail.ts'
import { MailRecord } from './mail-record.tsx'
import { PersonDone, type Opened, type said } from './person-done.tsx'
import { PersonActs, actRules } from './person-acts.tsx'
import { PersonEvents } from './person-events.tsx'
import { PersonFacts, type Person } from './person-facts.tsx'
import { whySentence } from './person-why.ts'
import { ErasedPerson } from './person-erased.tsx'
import { InvitedWhy, Invitations, isOnlyInvited } from './person-invited.tsx'
import { AcceptedBy, Consents, Contacts, Notes, Vouchers } from './person-lists.tsx'
import type { Log } from './record-log.tsx'
import type { Revealed } from './reveal.tsx'
import { ReviewFound } from './review-found.tsx'
import { undoOf } from './undo.tsx'
import { useAbility } from './use-place.ts'

addCalls(wire)

export async function loader(args: LoaderFunctionArgs) {
  const { context, request, params } = args
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const id = params['person'] ?? ''
  const asked = new URL(request.url).searchParams.get('mail')
  const [found, { mail, log: mailLog }] = await Promise.all([
    readPerson(page, tenant, id),
    loadMail(args, asked),
  ])
  if ('erased' in found) return data(found, { status: gone })
  const { person } = found
  // One address for one person, whichever number led here.
  if (person.id !== id)
    throw redirect(
      href(page.tenant, page.locale, 'ConsolePerson', { mandant: tenant, person: person.id }),
    )
  // Another one after each change, so that forms are closed and empty again.
  const kind = person.accountId ? 'account' : 'recipient'
  const here = isOnlyInvited(person) ? null : await attend(args, kind, person.id)
  return data({ person, mail, mailLog, here, formKey: crypto.randomUUID() })
}

type Found = {
  person: Person
  mail: AnswerOf<Endpoints['showMail']> | null
  mailLog: Log | null
  formKey: string
}
type Erased = { erased: AnswerOf<Endpoints['showErasedPerson']> }

const gone = 410

/** Somebody, or when and by whom they were forgotten. */
async function readPerson(
  page: PageContext,
  tenant: string,
  person: string,
): Promise<Erased | { person: Person }> {
  const asked = { tenant, params: { person } }
  try {
    return { person: await callApi(page, 'showPerson', asked) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    return { erased: await callApi(page, 'showErasedPerson', asked) }
  }
}

/** How the form calls what the answer names. */
const toldFields = {
  message: 'told',
  reason: 'came',
  reward: 'refused',
  side: 'claimed',
  number: 'claimed',
  note: 'said',
}

/** What somebody said by phone or letter. */
const isTold = (intent: string | undefined) => intent === 'appeal' || intent === 'claim'

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const errors = checkForm(form, actRules[intent] ?? {})
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const to = { tenant, params: { person: params['person'] ?? '' } }
  try {
    if (intent === 'reveal') return { revealed: await callApi(page, 'revealPerson', { ...to }) }
    if (intent === 'area')
      return {
        area: await callApi(page, 'openPersonArea', {
          ...to,
          body: { reason: textOf(form, 'reason') },
        }),
      }
    if (intent === 'export') {
      const { validUntil } = await callApi(page, 'openPersonFile', { ...to })
      return { file: { way: textOf(form, 'way'), validUntil } }
    }
    if (intent === 'undo') {
      await callApi(page, 'undoPersonNote', { ...to })
      return redirect(
        href(page.tenant, page.locale, 'ConsolePerson', {
          mandant: tenant,
          ...to.params,
          undo: 'done',
        }),
      )
    }
    const values = await change(page, to, form, intent)
    if (values.done === 'notWaived') return invalid(form, { waive: { rule: 'rule.accept' } })
    const isGone = values.done === 'erase'
    return redirect(
      href(page.tenant, page.locale, isGone ? 'ConsolePeople' : 'ConsolePerson', {
        mandant: tenant,
        ...(isGone ? {} : to.params),
        ...values,
        ...undoOf(intent, 'notiz', 0),
      }),
    )
  } catch (error) {
    return refused(form, error, isTold(intent) ? toldFields : { cents: 'amount' })
  }
}

type Resent = BodyOf<Endpoints['resendPersonMail']>
type To = { tenant: string; params: { person: string } }

/** Does what the form asks for; returns what the page says then. */
async function change(
  page: PageContext,
  to: To,
  form: FormData,
  intent: string,
): Promise<{ done: (typeof said)[number] | 'erase' | 'notWaived'; kept?: number }> {
  const reason = textOf(form, 'reason')
  const version = Number(textOf(form, 'version'))
  switch (intent) {
    case 'mail': {
      const [mail, id] = textOf(form, 'mail').split(':') as [Resent['mail'], string | undefined]
      const body = { mail, ...(id ? { id } : {}), reason }
      const { sent } = await callApi(page, 'resendPersonMail', { ...to, body })
      return { done: sent > 0 ? 'mail' : 'mailNone' }
    }
    case 'block':
    case 'unblock': {
      const body = { version, blocked: intent === 'block', reason }
      const { isChanged } = await callApi(page, 'blockPerson', { ...to, body })
      return { done: isChanged ? intent : 'same' }
    }
    case 'name': {
      const lastName = textOf(form, 'lastName')
      const names = { firstName: textOf(form, 'firstName'), ...(lastName ? { lastName } : {}) }
      await callApi(page, 'correctPersonName', { ...to, body: { version, ...names, reason } })
      return { done: 'name' }
    }
    case 'email':
      await callApi(page, 'correctPersonEmail', {
        ...to,
        body: { version, email: textOf(form, 'email'), reason },
      })
      return { done: 'email' }
    case 'home':
      await callApi(page, 'correctPersonHome', {
        ...to,
        body: {
          version: Number(textOf(form, 'contactsVersion')),
          address: {
            street: textOf(form, 'street'),
            houseNumber: textOf(form, 'houseNumber'),
            zip: textOf(form, 'zip'),
            city: textOf(form, 'city'),
          },
          reason,
        },
      })
      return { done: 'home' }
    case 'appeal': {
      const [reward = '', seen] = textOf(form, 'refused').split(':')
      const told = { message: textOf(form, 'told'), reason: textOf(form, 'came') }
      await callApi(page, 'enterPersonAppeal', {
        ...to,
        body: { reward, version: Number(seen), ...told },
      })
      return { done: 'appeal' }
    }
    case 'claim': {
      const [side, number = ''] = textOf(form, 'claimed').split(':')
      const [orderNumber, contractOn, note] = [
        textOf(form, 'orderNumber'),
        textOf(form, 'contractOn'),
        textOf(form, 'said'),
      ]
      const { state } = await callApi(page, 'enterPersonClaim', {
        ...to,
        body: {
          side: side === 'Empfaenger' ? side : 'Empfehler',
          number,
          ...(orderNumber ? { orderNumber } : {}),
          ...(contractOn ? { contractOn } : {}),
          ...(note ? { note } : {}),
          reason: textOf(form, 'came'),
        },
      })
      return { done: state === 'gefunden' ? 'claimFound' : 'claim' }
    }
    case 'goodwill': {
      const cents = readEuros(textOf(form, 'amount'))
      const body = { id: textOf(form, 'id'), cents, reason }
      const { outcome } = await callApi(page, 'grantPersonGoodwill', { ...to, body })
      return { done: goodwillSaid[outcome] }
    }
    case 'erase': {
      const body = { waive: textOf(form, 'waive') !== '', reason }
      const { outcome, kept } = await callApi(page, 'erasePersonAs', { ...to, body })
      if (outcome !== 'geloescht') return { done: 'notWaived' }
      return kept > 0 ? { done: 'erase', kept } : { done: 'erase' }
    }
    default:
      await callApi(page, 'addPersonNote', { ...to, body: { text: textOf(form, 'text') } })
      return { done: 'note' }
  }
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ data: shown, texts }: MetaArgs<() => Erased | Found>): Meta {
  const t = texts('consolePeople')
  const title = shown && 'erased' in shown ? t('erased.title') : shown?.person.name || t('erased')
  return { title, robots: 'noindex' }
}

const goodwillSaid = {
  gewaehrt: 'goodwill',
  vorgeschlagen: 'goodwillProposed',
  schon: 'goodwillSame',
} as const

export function Component() {
  const found = useLoaderData<Erased | Found>()
  return 'erased' in found ? <ErasedPerson erased={found.erased} /> : <PersonPage {...found} />
}

function PersonPage({ person, mail, mailLog, formKey }: Found) {
  const answer = useActionData<FormAnswer | Revealed<unknown> | Opened>()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const values = { mandant, person: person.id }
  const refusal = answer && 'errors' in answer ? answer : undefined
  return (
    <ConsoleFrame
      title={person.name || t('erased')}
      actions={<Here />}
      {...(mail
        ? {
            record: (
              <MailRecord
                key={mail.id}
                mail={mail}
                log={mailLog}
                close={{ page: 'ConsolePerson', values }}
              />
            ),
          }
        : {})}
    >
      <div className="person">
        <div className="person-main">
          <PersonDone answer={answer} person={person.id} />
          <Conflict
            answer={refusal}
            words={isTold(refusal?.values['intent']) ? ['told', 'came'] : ['reason']}
          />
          {isOnlyInvited(person) ? <InvitedWhy person={person} /> : <Why person={person} />}
          <RecordPart title={t('acts')}>
            <PersonActs key={formKey} person={person} formKey={formKey} answer={refusal} />
          </RecordPart>
          <RecordPart title={t('timeline')}>
            <PersonEvents events={person.events} person={person.id} />
          </RecordPart>
        </div>
        <div className="person-side">
          <PersonFacts key={person.id} person={person} answer={answer} />
          <AcceptedBy person={person} />
          <Contacts person={person} />
          <Invitations person={person} />
          <Vouchers person={person} />
          {isOnlyInvited(person) ? null : <Notes person={person} />}
          <Consents person={person} />
          <AuditLink person={person} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

function Why({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  const why = useTexts('consoleWhy')
  const sentence = whySentence(person.first, why, locale)
  return (
    <section aria-label={why('why.title')} className="person-why">
      <p className="person-sentence">{sentence}</p>
      <CopyButton text={sentence} label={t('copy')} doneLabel={t('copied')} kind="link" />
      {person.rest.length > 0 ? (
        <>
          <h2 className="record-h2 mt-2">{t('rest')}</h2>
          <ul className="grid gap-1">
            {person.rest.map((wait) => (
              <li key={JSON.stringify(wait)}>{whySentence(wait, why, locale)}</li>
            ))}
          </ul>
        </>
      ) : null}
      <ClawbackLinks clawbacks={person.clawbacks} />
      <ReviewFound waits={[person.first, ...person.rest]} />
    </section>
  )
}

function AuditLink({ person }: { person: Person }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const ability = useAbility()
  if (!ability.can('read', 'audit')) return null
  return (
    <p className="mt-6">
      <TextLink page="ConsoleAudit" values={{ mandant, suche: person.id }}>
        {t('audit')}
      </TextLink>
    </p>
  )
}
