import { useParams } from 'react-router'
import { assignableKinds, fitsDirection, isOfOurs } from '../../domain/bank-line.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { ConfirmNamed, LikelyOurs, namedWords, waitingWord } from './bank-line-named.tsx'
import {
  BankLineState,
  bankLineTitle,
  kindWords,
  likelyWords,
  signedAmount,
  type BankLineFound,
} from './bank-line-words.tsx'
import { LinePayments } from './bank-line-payments.tsx'
import { isReturnLine, LessFee } from './bank-line-return.tsx'
import { Conflict } from './conflict.tsx'
import { MoneyWay } from './money-way-link.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

const reason = [required, maxLength(500)]
export const bankLineRules = {
  less: { payment: [required, maxLength(60)], reason },
  assign: { kind: [required], subject: [maxLength(60)], reason },
  confirmNamed: { reason },
  confirm: { payment: [required], reason },
  refuse: { payment: [required], reason },
  reopen: { reason },
} satisfies Record<string, Rules>

type Props = { found: BankLineFound; answer: FormAnswer | undefined }

/** A line of the statement beside the list: what the bank says, of which payments it is, and what can be done. */
export function BankLineRecord({ found, close, answer }: Props & { close: PageTarget }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankLines')
  const likely = likelyWords(found, t)
  return (
    <RecordPanel
      title={bankLineTitle(found, t, locale)}
      state={<BankLineState row={found} />}
      close={close}
      facts={[
        [t('amount'), `${signedAmount(found, locale)} (${t(found.isCredit ? 'in' : 'out')})`],
        [t('kind'), found.kind && kindWords({ ...found, kind: found.kind }, t)],
        [t('booked'), formatDate(found.bookedOn, locale)],
        [t('value'), found.valueOn && formatDate(found.valueOn, locale)],
        [t('name'), found.name],
        [t('party'), found.party],
        [t('text'), found.text],
        [t('reference'), found.reference],
        [t('code'), found.code],
        [
          t('likely'),
          likely &&
            (found.likelyKind === 'clawback' && found.likelyId ? (
              <>
                {likely} ({found.likelyId}).{' '}
                <TextLink
                  page="ConsoleClawbacks"
                  values={{ mandant, praemie: found.likelyId }}
                  inText
                >
                  {t('toClawback')}
                </TextLink>
              </>
            ) : found.likelyOurs ? (
              <LikelyOurs key="ours" likely={likely} ours={found.likelyOurs} />
            ) : (
              likely
            )),
        ],
        [
          t('subject'),
          found.kind === 'repayment' || found.kind === 'invoice' ? found.subject : null,
        ],
        [
          t(found.isCredit ? 'tookBack' : 'tookBackOf'),
          found.otherLine && (
            <TextLink
              key="other"
              page="ConsoleBankLines"
              values={{ mandant, buchung: found.otherLine.id }}
              inText
            >
              {t('otherLine', {
                invoice: found.otherLine.invoice,
                day: formatDate(found.otherLine.day, locale),
              })}
            </TextLink>
          ),
        ],
        [
          t('toReward'),
          found.kind === 'repayment' && found.subject ? (
            <MoneyWay key="way" reward={found.subject} />
          ) : null,
        ],
        [
          t('named'),
          found.named &&
            t('namedBy', {
              kind: namedWords({ found, named: found.named }, t),
              person: found.named.by ?? t('bySystem'),
              time: formatDateTime(found.named.at, locale),
              reason: found.named.reason,
            }),
        ],
        [
          t('decided'),
          found.decidedAt &&
            `${found.decidedBy ?? t('bySystem')}, ${formatDateTime(found.decidedAt, locale)}`,
        ],
        [t('reason'), found.reason],
      ]}
    >
      <Conflict answer={answer} />
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {found.day === found.bookedOn ? null : <p>{t('lateLine')}</p>}
      <LinePayments found={found} />
      {found.reopens ? <Reopen key={found.version} found={found} answer={answer} /> : null}
      {found.state === 'zugeordnet' ? null : (
        <RecordPart title={t('acts')}>
          <p className="mb-3">{nextOf(found, t, locale)}</p>
          <Acts key={found.version} found={found} answer={answer} />
        </RecordPart>
      )}
    </RecordPanel>
  )
}

/** What happens next; of a return less a fee somebody says so, and no file does. */
function nextOf(found: BankLineFound, t: Translate<'consoleBankLines'>, locale: Locale): string {
  if (found.isClosed) return t('next.closed')
  const named = waitingWord(found)
  if (named) {
    const word = namedWords({ found, named }, t)
    if (named.isOwn) return t('next.selbst', { word })
    const person = named.by ?? t('somebody')
    return t('next.benannt', { word, person, time: formatDateTime(named.at, locale) })
  }
  if (found.state !== 'wartet') {
    if (isReturnLine(found)) return t('next.rueckgabe')
    return t(namesUs(found) ? 'next.unsere' : 'next.offen')
  }
  const isLess = found.payments.some(({ feeCents }) => feeCents > 0)
  return t(isLess ? 'next.wartetEntgelt' : 'next.wartet')
}

const namesUs = ({ likelyKind, paymentCount }: BankLineFound) =>
  isOfOurs({ likelyKind, payments: paymentCount })

function Acts({ found, answer }: Props) {
  const t = useTexts('consoleBankLines')
  const ability = useAbility()
  const named = waitingWord(found)
  const isWaiting = found.state === 'wartet' && !named
  const titles = isWaiting
    ? [t('confirm'), t('refuse')]
    : [
        ...(named ? [t('confirmNamed')] : []),
        ...(isReturnLine(found) ? [t('less')] : []),
        t(named ? 'assignElse' : 'assign'),
      ]
  const decides = ability.can('approve', 'payouts')
  // Whoever only prepares payouts is the first of two.
  if (!decides && !isWaiting && namesUs(found) && ability.can('update', 'payouts'))
    return <Assign found={found} answer={answer} isProposal />
  if (!decides) return <ForbiddenActs titles={titles} why={t('noRight')} />
  return isWaiting ? (
    <Return found={found} answer={answer} />
  ) : (
    <div className="grid gap-3">
      {named && !named.isOwn ? (
        <ConfirmNamed
          found={found}
          named={named}
          isOfOurs={namesUs(found)}
          rules={bankLineRules.confirmNamed}
          answer={answer}
        />
      ) : null}
      {isReturnLine(found) ? (
        <LessFee found={found} rules={bankLineRules.less} answer={answer} />
      ) : null}
      <Assign found={found} answer={answer} />
    </div>
  )
}

function Reopen({ found, answer }: Props) {
  const t = useTexts('consoleBankLines')
  const ability = useAbility()
  if (!ability.can('approve', 'payouts'))
    return <ForbiddenActs titles={[t('reopen')]} why={t('noRight')} />
  if (found.reopens === 'eigene')
    return <ForbiddenActs titles={[t('reopen')]} why={t('reopenOwn')} />
  return (
    <Act
      id="reopen"
      title={t('reopen')}
      kind="danger"
      rules={bankLineRules.reopen}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t('reopenText')}</p>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}

function Return({ found, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleBankLines')
  const waiting = found.payments.filter(({ waits, isOwn }) => waits && !isOwn)
  const labels = { payment: t('payments'), reason: t('reason') }
  if (waiting.length === 0)
    return <ForbiddenActs titles={[t('confirm'), t('refuse')]} why={t('ownProposal')} />
  const fields = (
    <>
      <input type="hidden" name="id" value={found.id} />
      <SelectField
        name="payment"
        empty=""
        defaultValue={waiting[0]!.id}
        options={waiting.map(({ id, cents, endToEndId }) => ({
          value: id,
          title: t('payment', { amount: formatCents(cents, locale), id: endToEndId }),
        }))}
      />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </>
  )
  return (
    <div className="grid gap-3">
      <Act
        id="confirm"
        title={t('confirm')}
        kind="primary"
        rules={bankLineRules.confirm}
        labels={labels}
        answer={answer}
      >
        <p>{t('confirmText')}</p>
        {fields}
      </Act>
      <Act
        id="refuse"
        title={t('refuse')}
        kind="danger"
        rules={bankLineRules.refuse}
        labels={labels}
        answer={answer}
      >
        <p>{t('refuseText')}</p>
        {fields}
      </Act>
    </div>
  )
}

function Assign({ found, answer, isProposal = false }: Props & { isProposal?: boolean }) {
  const t = useTexts('consoleBankLines')
  const direction = found.isCredit ? 'CRDT' : 'DBIT'
  const kinds = assignableKinds.filter((kind) => fitsDirection(kind, direction))
  const likely = {
    clawback: 'repayment',
    invoice: found.isCredit ? 'invoice' : 'reversal',
    payout: 'other',
    batch: 'other',
  } as const
  const named = waitingWord(found)
  const isTwo = namesUs(found) || found.isOwnFile
  const isSecond = named?.isOwn === false && !isProposal
  // Whoever only proposes may say the same, too, for whoever decides.
  const isElse = named !== null && (named.isOwn || !isProposal)
  const first = named?.kind ?? (found.likelyKind && likely[found.likelyKind])
  return (
    <Act
      id="assign"
      title={t(isElse ? 'assignElse' : isProposal ? 'propose' : 'assign')}
      kind={isElse ? 'plain' : 'primary'}
      rules={bankLineRules.assign}
      labels={{ kind: t('kind'), subject: t('subject'), reason: t('reason') }}
      answer={answer}
    >
      <p>{t(found.isCredit ? 'assignText' : 'assignOutText')}</p>
      {isTwo && !isElse ? <p>{t(namesUs(found) ? 'two' : 'twoFile')}</p> : null}
      {isTwo && isElse ? <p>{t(named.isOwn ? 'twoOwn' : 'twoElse')}</p> : null}
      {isProposal ? <p>{t('proposeText')}</p> : null}
      <input type="hidden" name="named" value={isSecond ? named.kind : ''} />
      <input type="hidden" name="two" value={namesUs(found) ? 'all' : ''} />
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <SelectField
        name="kind"
        empty=""
        defaultValue={first && kinds.includes(first) ? first : kinds.at(-1)}
        options={kinds.map((value) => ({
          value,
          title: kindWords({ kind: value, isCredit: found.isCredit }, t),
        }))}
      />
      <TextField
        name="subject"
        autoComplete="off"
        maxLength={60}
        hint={t(found.isCredit ? 'subjectHint' : 'subjectOutHint')}
        defaultValue={
          named
            ? (named.subject ?? '')
            : (first && kinds.includes(first) && first !== 'other' && found.likelyId) || ''
        }
      />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}
