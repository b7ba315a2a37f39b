import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import { Proof } from './proof.tsx'
import { RecordLog, type Log } from './record-log.tsx'
import { useAbility } from './use-place.ts'

type Found = AnswerOf<Endpoints['showGoodwill']>

export const decisionRules: Rules = { reason: [required, maxLength(500)] }

export function GoodwillState({ state }: Pick<Found, 'state'>) {
  const t = useTexts('consoleGoodwill')
  const tone = { offen: 'waits', gewaehrt: 'ok', abgelehnt: 'bad' } as const
  return <StateBadge tone={tone[state]} text={t(`state.${state}`)} />
}

/** A proposal beside the list, and the second person's decision. */
export function GoodwillRecord({
  found,
  log,
  close,
  answer,
}: {
  found: Found
  log: Log | null
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleGoodwill')
  const { name, person } = found
  const who = person ? (
    <TextLink page="ConsolePerson" values={{ mandant, person }} inText>
      {name}
    </TextLink>
  ) : (
    name
  )
  return (
    <RecordPanel
      title={t('row', { amount: formatCents(found.cents, locale), name })}
      state={
        <>
          <GoodwillState state={found.state} />
          <Here />
        </>
      }
      close={close}
      facts={[
        [t('person'), who],
        [t('reason'), found.reason],
        [t('proposedBy'), found.proposedBy],
        [t('since'), formatDateTime(found.proposedAt, locale)],
        [t('before'), formatCents(found.grantedCents, locale)],
        [t('decidedBy'), found.decidedBy],
        [t('decidedAt'), found.decidedAt && formatDateTime(found.decidedAt, locale)],
        [t('decisionReason'), found.decisionReason],
      ]}
    >
      <Conflict answer={answer} />
      {found.state === 'offen' ? (
        <RecordPart title={t('decide')}>
          <Decision found={found} answer={answer} />
        </RecordPart>
      ) : null}
      {log ? <RecordLog log={log} id={found.person ?? found.id} /> : null}
    </RecordPanel>
  )
}

function Decision({ found, answer }: { found: Found; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleGoodwill')
  const ability = useAbility()
  const why = found.isOwnProposal
    ? t('ownProposal')
    : found.isOwnCase
      ? t('own')
      : ability.can('approve', 'goodwill')
        ? null
        : t('noRight')
  if (why !== null) return <ForbiddenActs titles={[t('grant'), t('refuse')]} why={why} />
  const form = { rules: decisionRules, labels: { reason: t('why') }, answer }
  const fields = (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
    </>
  )
  return (
    <div className="grid gap-3">
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {found.cents > found.mostCents ? (
        <ForbiddenActs
          titles={[t('grant')]}
          why={`${t('above')} ${t('mostOf')}: ${formatCents(found.mostCents, locale)}.`}
        />
      ) : (
        <Act id="grant" title={t('grant')} kind="primary" {...form}>
          {fields}
        </Act>
      )}
      <Act id="refuse" title={t('refuse')} kind="danger" {...form}>
        {fields}
      </Act>
    </div>
  )
}
