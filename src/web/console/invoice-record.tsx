import { useParams } from 'react-router'
import { signedCents } from '../../domain/money.ts'
import { formatMonth } from '../agency/format-month.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { Act, ForbiddenActs } from './act.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import { InvoiceState, type InvoiceFound } from './invoice-state.tsx'
import { Proof } from './proof.tsx'
import { RecordLog, type Log } from './record-log.tsx'
import { useAbility } from './use-place.ts'

export const takeBackRules: Rules = { reason: [required, maxLength(500)] }
export const markRules: Rules = {
  paidOn: [required],
  reference: [maxLength(140)],
  ...takeBackRules,
}

type Props = { found: InvoiceFound; answer: FormAnswer | undefined }

/** An invoice or credit note beside the list: where its money is, and that it was paid. */
export function InvoiceRecord({
  found,
  log,
  close,
  toOther,
  answer,
}: Props & { log: Log | null; close: PageTarget; toOther: (id: string) => PageTarget }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleInvoices')
  const ability = useAbility()
  const isAgency = found.partyKind === 'agency'
  const day = (iso: string | null) => iso && formatDate(iso, locale)
  const money = (cents: number) => signedCents(cents, locale)
  const who = ability.can('read', 'agencies') ? (
    <TextLink
      {...(isAgency
        ? { page: 'ConsoleAgency', values: { mandant, agentur: found.party } }
        : { page: 'ConsolePartner', values: { mandant, partner: found.party } })}
      inText
    >
      {found.name}
    </TextLink>
  ) : (
    found.name
  )
  const lineLink = (line: InvoiceFound['bankLine']) => {
    if (!line || !ability.can('read', 'payouts')) return line && day(line.day)
    return (
      <TextLink key={line.id} page="ConsoleBankLines" values={{ mandant, buchung: line.id }} inText>
        {day(line.day)}
      </TextLink>
    )
  }
  return (
    <RecordPanel
      title={t('row', { kind: t(`kind.${found.kind}`), number: found.number })}
      state={
        <>
          <InvoiceState state={found.state} />
          <Here />
        </>
      }
      close={close}
      facts={[
        [t('name'), who],
        [t('month'), formatMonth(found.month, locale)],
        [t('issuedOn'), day(found.issuedOn)],
        [t('dueOn'), day(found.dueOn)],
        [t('paidOn'), day(found.paidOn)],
        [t('reference'), found.reference],
        [t('bankLine'), lineLink(found.bankLine)],
        [t('reversal'), lineLink(found.reversal)],
        [t('reminded'), found.reminders.map((one) => day(one.day)).join(', ') || null],
        [t('executionOn'), day(found.executionOn)],
        [t('net'), money(found.netCents)],
        [t('vat'), money(found.vatCents)],
        [
          t('amount'),
          <strong key="total" className="font-semibold">
            {money(found.cents)}
          </strong>,
        ],
        [
          t('setOff'),
          found.setOffs.length > 0 ? (
            <SetOffs key="setOff" found={found} toOther={toOther} />
          ) : null,
        ],
        [t('open'), money(found.openCents)],
      ]}
    >
      <Conflict answer={answer} />
      <Why found={found} />
      <File found={found} mandant={mandant} />
      <RecordPart title={t('acts')}>
        <Payment found={found} answer={answer} />
      </RecordPart>
      {found.related.length > 0 ? (
        <RecordPart title={t('related')}>
          <ul className="record-rows">
            {found.related.map((one) => (
              <li key={one.id}>
                <span className="min-w-0">
                  <PageLink
                    {...toOther(one.id)}
                    preventScrollReset
                    className="dt-link wrap-anywhere"
                  >
                    {t('row', { kind: t(`kind.${one.kind}`), number: one.number })}
                  </PageLink>
                  <span className="block text-muted">{t(`state.${one.state}`)}</span>
                </span>
                <span className="dt-number ml-auto">{money(one.cents)}</span>
              </li>
            ))}
          </ul>
        </RecordPart>
      ) : null}
      <RecordPart title={t('lines')}>
        <Lines found={found} mandant={mandant} />
      </RecordPart>
      {log ? <RecordLog log={log} id={found.id} /> : null}
    </RecordPanel>
  )
}

function SetOffs({
  found: { setOffs },
  toOther,
}: Pick<Props, 'found'> & { toOther: (id: string) => PageTarget }) {
  const { locale } = usePage()
  const t = useTexts('consoleInvoices')
  return setOffs.map(({ id, number, cents }) => (
    <span key={id} className="block">
      {t('setOffWith', { amount: signedCents(cents, locale) })}{' '}
      <PageLink {...toOther(id)} preventScrollReset className="dt-link wrap-anywhere">
        {number}
      </PageLink>
    </span>
  ))
}

function Why({ found: { state, kind, dueOn } }: Pick<Props, 'found'>) {
  const { locale } = usePage()
  const t = useTexts('consoleInvoices')
  if (state === 'bezahlt') return null
  const isCorrection = kind === 'rechnungskorrektur' || kind === 'gutschriftkorrektur'
  const text =
    state !== 'offen'
      ? t(`why.${state}`, { day: dueOn ? formatDate(dueOn, locale) : '' })
      : isCorrection
        ? t('why.korrekturOffen')
        : t(kind === 'gutschrift' ? 'why.gutschriftOffen' : 'why.offen')
  return <p className="mt-3">{text}</p>
}

function File({ found, mandant }: Pick<Props, 'found'> & { mandant: string }) {
  const t = useTexts('consoleInvoices')
  const ability = useAbility()
  if (found.isPerson && ability.cannot('read', 'people'))
    return (
      <div className="mt-3">
        <ForbiddenActs titles={[t('file')]} why={t('fileMasked')} />
      </div>
    )
  return (
    <p className="mt-3">
      <a
        href={`/api/v1/${mandant}/betrieb/rechnungen/${encodeURIComponent(found.id)}/pdf`}
        download
        className={controlClass()}
      >
        {t('file')}
      </a>
    </p>
  )
}

function Payment({ found, answer }: Props) {
  const t = useTexts('consoleInvoices')
  const { now } = usePage()
  const ability = useAbility()
  if (found.partyKind !== 'agency') return <p className="text-muted">{t('acts.note')}</p>
  const isPaid = found.state === 'bezahlt'
  const titles = [t(isPaid ? 'takeBack' : 'paid')]
  if (found.isOwnCase) return <ForbiddenActs titles={titles} why={t('own')} />
  if (ability.cannot('update', 'invoices'))
    return <ForbiddenActs titles={titles} why={t('noRight')} />
  const labels = { paidOn: t('paidDay'), reference: t('reference'), reason: t('reason') }
  const seen = (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </>
  )
  return (
    <div key={found.version} className="grid gap-3">
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {isPaid ? (
        <Act
          id="takeBack"
          title={t('takeBack')}
          kind="danger"
          rules={takeBackRules}
          labels={labels}
          answer={answer}
        >
          <p>{t('takeBackText')}</p>
          {seen}
        </Act>
      ) : (
        <Act
          id="paid"
          title={t('paid')}
          kind="primary"
          rules={markRules}
          labels={labels}
          answer={answer}
        >
          <p>{t(wordsOf(found))}</p>
          <TextField
            name="paidOn"
            type="date"
            defaultValue={localDayOf(now)}
            max={localDayOf(now)}
            autoComplete="off"
          />
          <TextField
            name="reference"
            autoComplete="off"
            maxLength={140}
            hint={t('referenceHint')}
          />
          {seen}
        </Act>
      )}
    </div>
  )
}

const wordsOf = ({ state, kind }: InvoiceFound) =>
  state === 'ausgeglichen' ? 'paidSettledText' : kind === 'rechnung' ? 'paidText' : 'paidCreditText'

function Lines({ found, mandant }: Pick<Props, 'found'> & { mandant: string }) {
  const { locale } = usePage()
  const t = useTexts('consoleInvoices')
  const ability = useAbility()
  const money = (cents: number) => signedCents(found.cents < 0 ? 0 - cents : cents, locale)
  if (found.lines.length === 0) return <p className="text-muted">{t('lines.none')}</p>
  return (
    <>
      <ul className="record-rows">
        {found.lines.map(({ number, order, event, day, cents, feeCents }, at) => (
          <li key={`${number} ${at}`}>
            <span className="min-w-0">
              {order && ability.can('read', 'orders') ? (
                <TextLink page="ConsoleOrders" values={{ mandant, auftrag: order }} inText>
                  {number}
                </TextLink>
              ) : (
                <span className="wrap-anywhere">{number}</span>
              )}
              <span className="block text-muted">
                {t(`line.${event}`, { day: formatDate(day, locale) })}
              </span>
            </span>
            <span className="ml-auto text-right">
              <span className="dt-number">{money(cents)}</span>
              {feeCents === 0 ? null : (
                <span className="block text-muted">
                  {t('line.fee', { amount: money(feeCents) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {found.isCut ? (
        <p className="dt-hint mt-2">{t('lines.cut', { count: found.lines.length })}</p>
      ) : null}
    </>
  )
}
