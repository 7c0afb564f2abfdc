/** Words of any description, which say nothing of this one. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be but by can does do for from has have he how i if in into is it its me my no not of on only or our she so still than that the their them then there they this to too up was we were what when where which while who why will with without you your'.split(
    ' ',
  ),
)
