import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { LinkProblem } from './link-problem.tsx'

// Also the target of dead short links and clicks, with the reason (server/referral/click-referral.ts).
const kinds = { unbekannt: 'unknown', storniert: 'cancelled' } as const

type Loaded = { kind: 'expired' | 'unknown' | 'cancelled' }

export function loader({ request }: LoaderFunctionArgs) {
  const reason = new URL(request.url).searchParams.get('grund')
  const kind = reason === 'unbekannt' || reason === 'storniert' ? kinds[reason] : 'expired'
  return data<Loaded>({ kind }, { status: kind === 'unknown' ? 404 : 410 })
}

export function meta({ data: loaded, texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('recipient')(`${loaded?.kind ?? 'expired'}.title`), robots: 'noindex' }
}

export function Component() {
  const { kind } = useLoaderData<Loaded>()
  const t = useTexts('recipient')
  return <LinkProblem kind={kind} title={t(`${kind}.title`)} text={t(`${kind}.text`)} />
}
