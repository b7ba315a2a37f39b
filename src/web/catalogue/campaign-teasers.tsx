import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Campaign } from './load-campaigns.ts'

/** Running campaigns. Taking part needs the form and a separate consent. */
export function CampaignTeasers({
  campaigns,
}: {
  campaigns: Pick<Campaign, 'id' | 'title' | 'text'>[]
}) {
  const t = useTexts('catalogue')
  if (campaigns.length === 0) return null
  return (
    <section aria-label={t('campaigns.title')} className="container-page py-8 md:py-12">
      <ul className="flex flex-col gap-4">
        {campaigns.map((campaign) => (
          <Card
            key={campaign.id}
            as="li"
            className="campaign flex flex-col gap-4 md:flex-row md:items-center md:gap-6"
          >
            <span
              aria-hidden="true"
              className="grid size-14 shrink-0 place-items-center rounded-full bg-accent text-on-accent"
            >
              <Icon name="gift" className="size-7" />
            </span>
            <div className="min-w-0">
              <h2 className="text-xl font-bold">{campaign.title}</h2>
              <p className="mt-1">{campaign.text}</p>
              <p className="mt-1 text-base text-muted">{t('campaigns.how')}</p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
