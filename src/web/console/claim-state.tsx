import type { ClaimState as State } from '../../domain/claim.ts'
import { useTexts } from '../runtime/texts.ts'
import { StateBadge, type Tone } from '../ui/state-badge.tsx'

const tones: Record<State, Tone> = {
  open: 'waits',
  matched: 'ok',
  accepted: 'ok',
  refused: 'bad',
  withdrawn: 'neutral',
}

/** How a claim stands. */
export function ClaimState({ state }: { state: State }) {
  const t = useTexts('consoleClaims')
  return <StateBadge tone={tones[state]} text={t(`is.${state}`)} />
}
