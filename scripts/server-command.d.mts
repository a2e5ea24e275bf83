export declare const serverCommand: { parameters: string[]; environment: Record<string, string> }
