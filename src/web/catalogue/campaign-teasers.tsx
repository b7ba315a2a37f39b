import { useTexts } from '../texts.ts'
import type { Campaign } from './load-campaigns.ts'

/** What is on besides the rewards. Taking part is a matter of the form, with a consent of its own. */
export function CampaignTeasers({
  campaigns,
}: {
  campaigns: Pick<Campaign, 'id' | 'title' | 'text'>[]
}) {
  const t = useTexts('catalogue')
  if (campaigns.length === 0) return null
  return (
    <section aria-label={t('campaigns.title')} className="container-page pt-10 md:pt-14">
      <ul className="flex flex-col gap-4">
        {campaigns.map((campaign) => (
          <li
            key={campaign.id}
            className="campaign rounded-card border border-hairline bg-tint p-5 md:flex md:items-baseline md:gap-8 md:p-7"
          >
            <h2 className="text-xl font-bold md:w-2/5 md:shrink-0">{campaign.title}</h2>
            <div className="mt-2 md:mt-0">
              <p>{campaign.text}</p>
              <p className="mt-1 text-base text-muted">{t('campaigns.how')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
