import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { Shape } from '../ui/icon.tsx'
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
              <Shape className="size-7">
                <path d="M12 7v14M20 11v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8M7.5 7a1 1 0 0 1 0-5A4.8 8 0 0 1 12 7a4.8 8 0 0 1 4.5-5 1 1 0 0 1 0 5M4 7h16a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1z" />
              </Shape>
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
