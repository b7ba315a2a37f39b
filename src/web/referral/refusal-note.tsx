import { usePage } from '../runtime/page-context.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { formatDate } from '../ui/format-date.ts'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'

/** Why something was refused, and where and until when to object. */
export function RefusalNote({
  refusal,
  objectUntil,
  appealedOn,
  referralNumber,
}: {
  refusal: string
  objectUntil?: string | undefined
  appealedOn?: string | undefined
  referralNumber?: string | undefined
}) {
  const { locale, tenant } = usePage()
  const { email } = tenant.contact
  const t = useTexts('common')
  return (
    <>
      <p className="font-semibold text-text wrap-anywhere">{refusal}</p>
      {appealedOn ? <p>{t('refusal.appealed', { date: formatDate(appealedOn, locale) })}</p> : null}
      {objectUntil ? (
        <p>
          <RichText
            area="common"
            text="refusal.object"
            values={{ date: formatDate(objectUntil, locale), email }}
            parts={{
              contact: (
                <TextLink
                  page="Contact"
                  values={{
                    thema: 'objection',
                    ...(referralNumber ? { empfehlungsnummer: referralNumber } : {}),
                  }}
                  inText
                />
              ),
            }}
          />
        </p>
      ) : null}
    </>
  )
}
