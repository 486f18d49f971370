package dev.waybill.engine.node;

/// A critic in plain Java: it looks at what a worker brought back and says pass, fail or revise. Put the class into a
/// jar, name it in `META-INF/services/dev.waybill.engine.node.Activity`, and name its [#typeId()] in
/// `verifier.function` of a node that hands over. It runs as a child run of one node, with receipts of its own.
public interface Verifier extends Activity {

    /// Judges one result. The call's inputs hold `output`, what was brought back; `workerId` and `target`, who and
    /// which
    /// run; `criteria`, the keys to look at.
    Judgement verify(ActivityCall call) throws Exception;

    @Override
    default NodeResult execute(ActivityCall call) throws Exception {
        return NodeResult.done(verify(call).toJson());
    }
}
