import { UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLoaderData, useParams } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { PresenceKind } from '../../contract/betrieb-anwesenheit.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatTime } from '../ui/format-date.ts'

type Others = AnswerOf<Endpoints['attendRecord']>['others']
export type Presence = { kind: PresenceKind; id: string; others: Others }

/** Says that somebody opened a record, and who else is there; null without one. What is only read never fails for that. */
export async function attend(
  { context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>,
  kind: PresenceKind,
  id: string | null,
): Promise<Presence | null> {
  if (id === null) return null
  const asked = { tenant: params['mandant'] ?? '', params: { kind, id }, body: { leaves: false } }
  const { others } = await callApi(pageOf(context), 'attendRecord', asked).catch(() => ({
    others: [],
  }))
  return { kind, id, others }
}

const everyMs = 20_000
/** So long after the last key or pointer the page stops asking, so that it keeps no session awake. */
const mostMs = 5 * 60_000

/** Who else has the record open that the page's loader attended as `here`; follows it while the page is seen and used. */
export function Here() {
  const { here } = useLoaderData<{ here: Presence | null }>()
  return here ? <Seats key={`${here.kind} ${here.id}`} here={here} /> : null
}

function Seats({ here }: { here: Presence }) {
  const t = useTexts('console')
  const others = useOthers(here)
  if (others.length === 0) return null
  const names = others.map(({ name }) => name)
  const text =
    names.length > 2
      ? t('here.many', { name: names[0]!, count: names.length - 1 })
      : t(names.length === 2 ? 'here.two' : 'here.one', { name: names[0]!, other: names[1] ?? '' })
  return (
    <output
      className="here"
      title={others
        .map(({ name, since }) => t('here.since', { name, time: formatTime(since) }))
        .join('\n')}
    >
      <UserRound aria-hidden="true" className="size-3.5 shrink-0" />
      {text}
    </output>
  )
}

function useOthers({ kind, id, others: first }: Presence): Others {
  const { mandant = '' } = useParams()
  const path = `/api/v1/${mandant}/betrieb/anwesenheit/${kind}/${encodeURIComponent(id)}`
  const [loaded, setLoaded] = useState(first)
  const [others, setOthers] = useState(first)
  // A page that loaded anew knows better.
  if (loaded !== first) {
    setLoaded(first)
    setOthers(first)
  }
  useEffect(() => {
    let usedAt = Date.now()
    let isOver = false
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - usedAt > mostMs) return
      void send(path, false).then((answer) => answer && !isOver && setOthers(answer))
    }
    const use = () => {
      const wasAway = Date.now() - usedAt > mostMs
      usedAt = Date.now()
      if (wasAway) ask()
    }
    const leave = () => void send(path, true)
    const timer = setInterval(ask, everyMs)
    document.addEventListener('visibilitychange', use)
    document.addEventListener('pointerdown', use)
    document.addEventListener('keydown', use)
    addEventListener('pagehide', leave)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', use)
      document.removeEventListener('pointerdown', use)
      document.removeEventListener('keydown', use)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [path])
  return others
}

/** Not as pages call: it survives leaving, and a session that ended meanwhile takes nobody away from what they type. */
async function send(path: string, leaves: boolean): Promise<Others | null> {
  try {
    const response = await fetch(path, {
      method: 'PUT',
      credentials: 'same-origin',
      keepalive: true,
      headers: { 'X-Requested-With': 'zuspruch', 'Content-Type': 'application/json' },
      body: JSON.stringify({ Geht: leaves }),
    })
    if (!response.ok) return null
    const { Andere } = (await response.json()) as { Andere: { Name: string; Seit: string }[] }
    return Andere.map(({ Name, Seit }) => ({ name: Name, since: Seit }))
  } catch {
    return null
  }
}
