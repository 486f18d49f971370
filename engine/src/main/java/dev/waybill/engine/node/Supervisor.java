package dev.waybill.engine.node;

/// A supervisor in plain Java: asked once a turn, it says what comes next. Put the class into a jar, name it in
/// `META-INF/services/dev.waybill.engine.node.Activity`, and name its [#typeId()] in the `supervisor` setting of a
/// `core.orchestrator.supervisor` node.
///
/// What it proposes is recorded before anything follows from it. A replay never asks again.
public interface Supervisor extends Activity {

    /// Decides one turn. [NodeCall#transcript()] tells what came of the turns before, [NodeCall#variables()] what the
    /// workers brought back, and `config().object("settings")` what the workflow's author wants of it. Like any
    /// activity it may block, report what its agent thought, and fail.
    Proposal decide(ActivityCall call) throws Exception;

    @Override
    default NodeResult execute(ActivityCall call) throws Exception {
        return NodeResult.done(decide(call).toJson());
    }
}
