import type { ComponentType } from "react";
import type { Act, Lead } from "../../api/server.ts";

/** The form of an act. */
export interface FormProps {
  lead: Lead;
  draft: string;
  /** records an act, and closes the sheet or asks for what comes then */
  finish: (act: Act, then?: Choice) => void;
  close: () => void;
}

/** An act that needs details, and the form that asks for them. */
export interface Choice {
  label: string;
  question: string;
  Form: ComponentType<FormProps>;
}
