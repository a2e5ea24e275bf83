/** `1,284` */
export const formatCount = (value: number): string => value.toLocaleString('en-US')
