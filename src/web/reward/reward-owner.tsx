import { useTexts } from '../runtime/texts.ts'
import type { OwnReward } from './shown-reward.ts'

/** Whose reward it is, on the pages after the choice: the link may have been forwarded. */
export function RewardOwner({ owner }: { owner: OwnReward['owner'] }) {
  const t = useTexts('reward')
  return owner ? (
    <p className="mt-3 text-base text-muted">
      {t('choose.owner', { name: owner.firstName, email: owner.maskedEmail })}
    </p>
  ) : null
}
