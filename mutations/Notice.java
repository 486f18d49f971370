import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// Runs one test class and says by its exit code whether it noticed anything: 0 no, 10 yes, 11 no test ran at all. The
/// first failure is enough.
void main(String[] names) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
            .execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(names[0]))
                            .build(),
                    summary,
                    new FirstFailure());
    // Threads that a broken product left behind do not keep us.
    Runtime.getRuntime().halt(summary.getSummary().getTestsSucceededCount() > 0 ? 0 : 11);
}

static final class FirstFailure implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.FAILED) {
            System.err.println(test.getDisplayName());
            result.getThrowable().ifPresent(Throwable::printStackTrace);
            Runtime.getRuntime().halt(10);
        }
    }
}
