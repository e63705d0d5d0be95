import type { ComponentType } from "react";
import { REGISTRATION, type RegistrationRoute } from "../../../machines/domain/route.ts";
import { type RegistrationActor, useRegistration } from "../../shell/actors.tsx";
import { useLast } from "../../shell/last.ts";
import { View } from "../../shell/View.tsx";
import { GetCodeScreen } from "../getCode/GetCodeScreen.tsx";
import { SetBaseInfoScreen } from "../setBaseInfo/SetBaseInfoScreen.tsx";
import { SetPasswordScreen } from "../setPassword/SetPasswordScreen.tsx";
import { VerifyCodeScreen } from "../verifyCode/VerifyCodeScreen.tsx";

const SCREENS: Readonly<Record<RegistrationRoute, ComponentType<{ registration: RegistrationActor }>>> = {
  getCode: GetCodeScreen,
  verifyCode: VerifyCodeScreen,
  setPassword: SetPasswordScreen,
  setBaseInfo: SetBaseInfoScreen,
};

/**
 * Earlier steps stay mounted, so that going back keeps their input. The last step stays, shown as busy, until the next
 * screen is loaded.
 */
export default function RegistrationSteps({ route }: { route: RegistrationRoute }) {
  const registration = useLast(useRegistration());
  if (!registration) return null;
  return REGISTRATION.slice(0, REGISTRATION.indexOf(route) + 1).map((step) => {
    const StepScreen = SCREENS[step];
    return (
      <View key={step} visible={step === route}>
        <StepScreen registration={registration} />
      </View>
    );
  });
}
