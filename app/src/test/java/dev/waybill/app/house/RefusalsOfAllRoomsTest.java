package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.refusal.Refusing;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.runtime.KeyLost;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCode;
import dev.waybill.runtime.guided.GuidedRefusal;
import dev.waybill.testkit.HouseRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every room says no in one shape, and every door says it on.
class RefusalsOfAllRoomsTest {

    /// These mean something only to the code that catches them, and reach no door.
    private static final List<String> INSIDE = List.of(
            "JsonException",
            "ChannelRefused",
            "Missing",
            "UnreadableRecord",
            "NoGit",
            "MalformedEvent",
            "SealingFailed",
            "OwnershipLost",
            "Answered",
            "Ended",
            "InvalidSchema",
            "ExpressionException",
            "TooLong",
            "Undelivered");

    @Test
    void everyExceptionThatReachesADoorSaysItself() {
        List<String> silent = HouseRules.mainClasses("dev.waybill").stream()
                .filter(type -> type.isAssignableTo(Throwable.class) && !type.isAssignableTo(Refusing.class))
                .filter(type -> !type.getPackageName().startsWith("dev.waybill.bench"))
                .map(JavaClass::getSimpleName)
                .filter(name -> !name.isEmpty() && !INSIDE.contains(name))
                .toList();

        assertThat(silent).isEmpty();
    }

    @Test
    void theShellLearnsTheKind() {
        assertThat(Failure.of(new Refused(RefusalCode.RUN_NOT_FOUND, "no")).exitCode())
                .isEqualTo(ExitCode.NO);
        assertThat(Failure.of(new Rejected(Code.E_EXPIRED, "old")).exitCode()).isEqualTo(ExitCode.NO);
        assertThat(Failure.of(new IllegalStateException("x")).exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aBugIsNotShownAndSaysWhereTheDetailsAre() {
        Failure failure = Failure.of(new NullPointerException("Cannot invoke \"dev.waybill.engine.X.y()\""));

        assertThat(failure.toText()).doesNotContain("Exception", "dev.waybill").contains("WAYBILL_DEBUG=1");
    }

    @Test
    void anAgentGetsTheSameSentenceWithACodeOfItsContract() {
        Refused refused = new Refused(RefusalCode.RUN_TERMINAL, "the run has ended");
        assertThat(error(refused)).contains("\"code\":\"INVALID_ARGUMENT\"", "the run has ended");
        assertThat(error(new KeyLost("the key is gone"))).contains("STORE_UNAVAILABLE", "the key is gone");
        assertThat(error(new IllegalStateException("dev.waybill.Secret")))
                .contains("INTERNAL_ERROR", "standard error")
                .doesNotContain("dev.waybill");
    }

    @Test
    void whatAnAgentWasRefusedReadsTheSameOnTheCommandLine() {
        GuidedRefusal refusal = new GuidedRefusal(GuidedCode.RUN_PAUSED, "the run is paused", "resume it first");

        assertThat(Failure.of(refusal).toJson())
                .isEqualTo(GuidedAnswer.refused(refusal).structured());
    }

    private static String error(Throwable thrown) {
        return GuidedAnswer.refused(thrown).structured().toString();
    }
}
