import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { beyondReach } from '../../domain/beyond-reach.ts'
import { isForKeys } from '../../domain/operator-abilities.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate, formatDateTime, localDayOf } from '../ui/format-date.ts'
import { CheckboxLine } from '../ui/form/checkbox-line.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { ForbiddenActs } from './act.tsx'

type Member = AnswerOf<Endpoints['listTeam']>['members'][number]
type Answer = { answer: FormAnswer | undefined; mayChange: boolean }

const rules = { reason: [required, maxLength(500)] }

/** Everybody who may do something here, with their rights and what can be done about them. */
export function TeamList({ members, ...rest }: { members: readonly Member[] } & Answer) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,32rem),1fr))] gap-3">
      {members.map((member) => (
        <Card key={member.id} as="li" pad="small">
          <MemberCard member={member} {...rest} />
        </Card>
      ))}
    </ul>
  )
}

function MemberCard({ member, answer, mayChange }: { member: Member } & Answer) {
  const { locale } = usePage()
  const t = useTexts('console')
  const team = useTexts('consoleTeam')
  const own = useTexts('sessions')
  const {
    id,
    name,
    email,
    isJoined,
    isSelf,
    isBeyond,
    passkeys,
    isLinked,
    seenAt,
    grants,
    keys,
    sessions,
    moreSessions,
    tokens,
  } = member
  const mayEnd = mayChange && !isSelf
  // Of who is not in yet nothing ends elsewhere.
  const mayShutOut = mayEnd && !(isBeyond && isJoined)
  const state = !isJoined
    ? team('invited')
    : isLinked
      ? null
      : passkeys === 0
        ? team('noPasskey')
        : passkeys === 1
          ? team('onePasskey')
          : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-heading text-lg font-bold">
          {name}
          {isSelf ? <span className="font-normal text-muted"> {team('you')}</span> : null}
        </h2>
        {state ? <StateBadge tone={isJoined ? 'neutral' : 'waits'} text={state} /> : null}
        {mayShutOut ? (
          <WithReason
            id={`renew-${id}`}
            values={{ intent: 'renew', id }}
            title={isJoined ? team('renew') : team('again')}
            label={team('renewOf', { name })}
            text={isJoined ? team('renewText') : undefined}
            answer={answer}
          />
        ) : null}
      </div>
      <p className="wrap-anywhere text-muted">
        {email}
        {isJoined && isLinked ? ` · ${team('provider')}` : ''}
        {isJoined && passkeys > 0 ? ` · ${team('passkeys', { count: passkeys })}` : ''}
        {seenAt ? ` · ${team('seen', { day: formatDateTime(seenAt, locale) })}` : ''}
      </p>
      <ul className="console-rows">
        {grants.map(({ role, until }) => (
          <li key={role}>
            <p className="min-w-0 grow basis-60">
              <span className="font-semibold">{t(`role.${role}`)}</span>{' '}
              <span className="text-muted">
                {until
                  ? team('until', { day: formatDate(localDayOf(until), locale) })
                  : t(`roleText.${role}`)}
              </span>
            </p>
            {mayEnd ? (
              <WithReason
                id={`end-${id}-${role}`}
                values={{ intent: 'end', id, role }}
                title={team('end')}
                label={team('endOf', { role: t(`role.${role}`), name })}
                answer={answer}
                keys={isForKeys(role) ? keys : []}
              />
            ) : null}
          </li>
        ))}
        {sessions.length === 0 ? null : (
          <li>
            <p className="min-w-0 grow basis-60">
              <span className="font-semibold">
                {team('sessions', { count: sessions.length + moreSessions })}
              </span>{' '}
              <span className="text-muted">
                {sessions
                  .map(({ device, seenAt: seen }) => {
                    const day = formatDateTime(seen, locale)
                    return `${device || own('unknown')} (${own('seen', { day })})`
                  })
                  .join(', ')}
                {moreSessions > 0 ? ' …' : ''}
              </span>
            </p>
            {mayShutOut ? (
              <WithReason
                id={`end-access-${id}`}
                values={{ intent: 'end-access', id, script: '' }}
                title={team('endSessions')}
                label={team('endSessionsOf', { name })}
                text={team('endSessionsText')}
                answer={answer}
              />
            ) : null}
          </li>
        )}
        {tokens.map((token) => (
          <li key={token.id}>
            <p className="min-w-0 grow basis-60">
              <span className="font-semibold">{team('token', { name: token.name })}</span>{' '}
              <span className="text-muted">
                {token.roles.map((role) => t(`role.${role}`)).join(', ')};{' '}
                {t('tokens.until', { day: formatDate(localDayOf(token.until), locale) })},{' '}
                {token.lastUsedAt
                  ? t('passkeys.used', { day: formatDateTime(token.lastUsedAt, locale) })
                  : t('tokens.unused')}
              </span>
            </p>
            {mayEnd ? (
              <WithReason
                id={`end-access-${id}-${token.id}`}
                values={{ intent: 'end-access', id, script: token.id }}
                title={team('endToken')}
                label={team('endTokenOf', { token: token.name, name })}
                answer={answer}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayEnd && !mayShutOut ? (
        <div className="mt-3">
          <ForbiddenActs titles={[team('renew'), team('endSessions')]} why={beyondReach[locale]} />
        </div>
      ) : null}
    </>
  )
}

/** A decision about a person: opens a form that asks why. */
function WithReason({
  id,
  values,
  title,
  label,
  text,
  answer,
  keys = [],
}: {
  id: string
  values: Record<string, string>
  title: string
  label: string
  text?: string | undefined
  answer: FormAnswer | undefined
  keys?: readonly string[] // that end with it, unless they are left out
}) {
  const t = useTexts('console')
  const team = useTexts('consoleTeam')
  const isOwn =
    answer !== undefined && Object.entries(values).every(([key, one]) => answer.values[key] === one)
  return (
    <details open={isOwn || undefined} className="w-full md:not-open:w-auto">
      <summary
        aria-label={label}
        className={`${linkClass('inText')} inline-block cursor-pointer py-1.5 pointer-coarse:py-3`}
      >
        {title}
      </summary>
      {text ? <p className="mb-3 max-w-[44em]">{text}</p> : null}
      <PageForm
        id={id}
        rules={rules}
        labels={{ reason: t('field.reason') }}
        answer={isOwn ? answer : undefined}
        draft={false}
      >
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {keys.length === 0 ? null : (
          <CheckboxLine
            name="keys"
            ticked={!isOwn || answer.values['keys'] === 'yes'}
            hint={team('endKeysText')}
          >
            {team('endKeys', { keys: keys.map((key) => `„${key}“`).join(', ') })}
          </CheckboxLine>
        )}
        <TextField name="reason" autoComplete="off" />
        <SubmitButton kind="danger">{title}</SubmitButton>
      </PageForm>
    </details>
  )
}
