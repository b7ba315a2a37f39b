import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import type { Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act } from './act.tsx'
import { kindWords, type BankLineFound } from './bank-line-words.tsx'
import { MoneyWay } from './money-way-link.tsx'

type Named = NonNullable<BankLineFound['named']>
type OfNamed = { found: BankLineFound; named: Named }

/** What somebody calls a line, with the clawback or invoice that they mean. */
export const namedWords = ({ found, named }: OfNamed, t: Translate<'consoleBankLines'>) => {
  const kind = kindWords({ kind: named.kind, isCredit: found.isCredit }, t)
  return named.subject ? t('namedFor', { kind, subject: named.subject }) : kind
}

/** What waits for a second person: somebody's word, and no return, about which is decided first. */
export const waitingWord = ({ named, kind, payments }: BankLineFound) =>
  kind === null && !payments.some(({ waits }) => waits) ? named : null

/** The second person says the same: what was said is filled in. */
export function ConfirmNamed({
  found,
  named,
  isOfOurs,
  rules,
  answer,
}: OfNamed & { isOfOurs: boolean; rules: Rules; answer: FormAnswer | undefined }) {
  const t = useTexts('consoleBankLines')
  const word = namedWords({ found, named }, t)
  return (
    <Act
      id="confirmNamed"
      title={t('confirmNamed')}
      kind="primary"
      rules={rules}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t('confirmNamedText', { word, reason: named.reason })}</p>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <input type="hidden" name="kind" value={named.kind} />
      <input type="hidden" name="subject" value={named.subject ?? ''} />
      <input type="hidden" name="named" value={named.kind} />
      <input type="hidden" name="two" value={isOfOurs ? 'all' : ''} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}

/** The payment or file of ours that a line names, to compare it with. */
export function LikelyOurs({
  likely,
  ours,
}: {
  likely: string
  ours: NonNullable<BankLineFound['likelyOurs']>
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankLines')
  const amount = formatCents(ours.cents, locale)
  return (
    <>
      {ours.endToEndId
        ? t('likelyPayment', { likely, amount, id: ours.endToEndId })
        : t('likelyFile', { likely, amount })}{' '}
      {ours.reward ? (
        <>
          <TextLink page="ConsoleRewards" values={{ mandant, praemie: ours.reward }} inText>
            {t('toReward')}
          </TextLink>{' '}
          <MoneyWay reward={ours.reward} />{' '}
        </>
      ) : null}
      {ours.payout ? (
        <TextLink page="ConsolePayout" values={{ mandant, auszahlung: ours.payout }} inText>
          {t('toPayout')}
        </TextLink>
      ) : null}
    </>
  )
}
