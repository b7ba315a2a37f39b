import { usePage } from '../runtime/page-context.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { formatDate } from '../ui/format-date.ts'
import { TextLink } from '../ui/text-link.tsx'

/** Why something was refused, and where and until when to object. */
export function RefusalNote({
  refusal,
  objectUntil,
  referralNumber,
}: {
  refusal: string
  objectUntil?: string | undefined
  referralNumber?: string | undefined
}) {
  const { locale, tenant } = usePage()
  const { email } = tenant.contact
  return (
    <>
      <p className="font-semibold text-text wrap-anywhere">{refusal}</p>
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
