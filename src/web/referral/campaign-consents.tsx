import type { Campaign } from '../catalogue/load-campaigns.ts'
import { useTexts } from '../runtime/texts.ts'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { linkClass } from '../ui/button.tsx'

export const campaignField = (id: string) => `campaign-${id}`

/** Running campaigns: each an optional, unticked consent with its conditions one click away. */
export function CampaignConsents({ campaigns }: { campaigns: Campaign[] }) {
  const t = useTexts('referral')
  if (campaigns.length === 0) return null
  return (
    <>
      {campaigns.map((campaign) => (
        <fieldset key={campaign.id} className="rounded-field border border-hairline p-4 pb-1.5">
          <legend className="float-left w-full font-bold">{campaign.title}</legend>
          <p className="clear-both pt-1 pb-3 text-base">{campaign.text}</p>
          <CheckboxField name={campaignField(campaign.id)}>
            {t('optional')} {campaign.consent}
          </CheckboxField>
          <details className="mt-1 text-base">
            <summary className={`${linkClass()} font-semibold`}>
              {t('campaign.conditions')}
              <span className="sr-only">: {campaign.title}</span>
            </summary>
            {campaign.legalText.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph} className="mt-2">
                {paragraph}
              </p>
            ))}
          </details>
        </fieldset>
      ))}
    </>
  )
}
