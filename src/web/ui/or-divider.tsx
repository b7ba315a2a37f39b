/** A word between two ways to do the same, with a line on each side. */
export const OrDivider = ({ children }: { children: string }) => (
  <p className="flex items-center gap-4 text-base text-muted before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
    {children}
  </p>
)
