import { Info } from 'lucide-react'
import { TablePopover } from '../ui/table/table-popover.tsx'
import { useTexts } from '../runtime/texts.ts'

/** Beside the title, where it costs the list no row. */
export function ListHelp({ text }: { text: string }) {
  const t = useTexts('agencyReports')
  return (
    <TablePopover id="list-help" icon={Info} label={t('about')} isIcon>
      <p>{text}</p>
    </TablePopover>
  )
}
